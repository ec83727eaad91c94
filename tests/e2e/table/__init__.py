"""At the table: moving, seeing what happens, agreeing, talking."""
