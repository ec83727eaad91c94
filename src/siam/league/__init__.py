"""Teaching the evaluation among players of many manners, and measuring evaluations against each other."""
