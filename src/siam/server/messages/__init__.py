"""What goes over the wire, as types: the OpenAPI description and the client's types are made from these."""
