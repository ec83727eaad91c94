"""Positions for tests: random ones, and small endings that brute force can search."""

from random import Random

from siam.rules import FULL_HAND, PASS, Board, HalfMove, Player, Position, advance, deal


def random_position(
    random: Random, players: int, *, moves: int, pass_chance: float = 0.2, board: Board | None = None
) -> Position:
    """Play some random moves from a random deal, and stop before the game is over."""
    position = deal(players, random.getrandbits(60), board=board)
    for _ in range(moves):
        half = HalfMove(position)
        while half.move is None:
            passing = not half.steps and random.random() < pass_chance
            half = half.then(half.legal_steps[0] if passing else random.choice(half.legal_steps))
        after = advance(position, half.move).position
        if after.is_over:
            break
        position = after
    return position


def small_ending(random: Random, players: int, *, open_provinces: int, cards: int) -> Position:
    """Make an ending with few provinces open and few cards left."""
    position = random_position(random, players, moves=random.randrange(2, 8), pass_chance=0.1)
    while len(position.open_track) > open_provinces:
        after = advance(position, PASS).position
        if after.is_over:
            return small_ending(random, players, open_provinces=open_provinces, cards=cards)
        position = after
    places = random.sample([(seat, place) for seat in range(players) for place in range(len(FULL_HAND))], cards)
    dealt = tuple(
        Player(tuple(sorted(FULL_HAND[place] for holder, place in places if holder == seat)), player.court)
        for seat, player in enumerate(position.players)
    )
    return position._replace(players=dealt)
