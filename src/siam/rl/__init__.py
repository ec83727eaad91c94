"""The game as machine-learning frameworks want it: PettingZoo, Gymnasium, OpenSpiel, and arrays of many games.

Here, and only here, people say `state`, `action` and `observation`, because these frameworks do. An action is one of
the forty steps of `siam.rules.STEPS`.
"""
