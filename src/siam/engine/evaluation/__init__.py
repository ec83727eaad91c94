"""What a position is worth: the inputs, the net, and the weights that ship with the package."""
