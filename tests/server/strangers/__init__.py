"""What strangers can't do: get in, see what is hidden, get unfair advice, or hold everybody else up."""
