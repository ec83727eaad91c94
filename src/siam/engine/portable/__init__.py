"""The engine as one WebAssembly module, compiled from the same kernels: for browsers, and for new servers."""
