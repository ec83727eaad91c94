"""What `bench/web.py` measures the browser client with."""
