"""Playing: which deals, over threads, what is kept on disk; one game told; speed."""
