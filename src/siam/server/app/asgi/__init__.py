"""What stands between the network and the handlers: admission, headers, paths, start-up, sockets."""
