"""The game as machine-learning frameworks want it: PettingZoo, Gymnasium, OpenSpiel, and arrays of many games.

Importing this package registers `siam/siam-v0` with PettingZoo and `siam/Siam-v0` with Gymnasium, where they are
installed. Here, and only here, people say `state`, `action` and `observation`, because these frameworks do. An action
is one of the forty steps of `siam.rules.STEPS`.
"""

from importlib.util import find_spec

from siam.extras import need

need("numpy", "rl")

if find_spec("gymnasium"):
    import gymnasium

    gymnasium.register("siam/Siam-v0", "siam.rl.gym_env:SiamEnv")

if find_spec("pettingzoo"):
    import pettingzoo

    pettingzoo.register("aec", "siam/siam-v0", "siam.rl.siam_v0:env")
    pettingzoo.register("parallel", "siam/siam-v0", "siam.rl.siam_v0:parallel_env")
