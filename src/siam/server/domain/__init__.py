"""What a table decides, as pure functions on frozen values: no storage, no sockets, no clock on the wall."""
