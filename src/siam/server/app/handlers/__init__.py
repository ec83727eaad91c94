"""Answers to HTTP requests, one module for each part of the API."""
