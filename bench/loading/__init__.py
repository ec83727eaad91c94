"""The parts of `bench/load.py`: a server of our own, cheap sockets, people who play games made beforehand."""
