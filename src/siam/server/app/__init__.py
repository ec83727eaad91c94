"""The server as a program: routes, sockets, settings, and how everything is put together."""
