"""Build what each watcher may see. What is hidden is never put in, so nothing has to be taken out."""
