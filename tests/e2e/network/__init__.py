"""What goes over the network, or doesn't: lost connections, late answers, games without a server."""
