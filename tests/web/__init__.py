"""The client's files, without a browser."""
