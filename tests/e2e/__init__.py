"""A real server, a real browser: what people see when they play."""
