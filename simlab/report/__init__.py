"""Answers as tables, figures and files."""
