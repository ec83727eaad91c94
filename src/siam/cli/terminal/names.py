"""Decide what things are called: factions, cards, provinces, players, lists of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from siam.rules import Board, Card, Control, Faction, Province, Seat
from siam.translation import Translator


@dataclass(frozen=True, slots=True)
class Cast:
    """Who and what a sentence may name: the language, the board, and the players' names by seat."""

    _: Translator
    board: Board
    players: tuple[str, ...]

    def control(self, control: Control | Faction) -> str:
        """Name a faction, or the British."""
        _ = self._
        match Control(control):
            case Control.RAMA:
                return _("Rama")
            case Control.LAO:
                return _("Lao")
            case Control.MALAY:
                return _("Malay")
            case Control.BRITISH:
                return _("British")

    def card(self, card: Card) -> str:
        """Name a card."""
        _ = self._
        match card:
            case Card.MAHARACHA:
                return _("Maharacha")
            case Card.KHON_THAI:
                return _("Khon Thai")
            case Card.ONE_VS_ONE:
                return _("1 vs 1")
            case Card.TWO_VS_ONE:
                return _("2 vs 1")
            case Card.RAMA:
                return _("Rama")
            case Card.LAO:
                return _("Lao")
            case Card.MALAI:
                return _("Malai")

    def deed(self, card: Card) -> str:
        """Return in a few words what a card does."""
        _ = self._
        match card:
            case Card.MAHARACHA:
                return _("Swap two tiles, crown one")
            case Card.KHON_THAI:
                return _("Place one of each faction")
            case Card.ONE_VS_ONE:
                return _("Swap 1 for 1, anywhere")
            case Card.TWO_VS_ONE:
                return _("Swap 2 for 1 next door")
            case Card.RAMA:
                return _("Place two Rama")
            case Card.LAO:
                return _("Place two Lao")
            case Card.MALAI:
                return _("Place two Malay")

    def province(self, province: Province) -> str:
        """Name a province in the reader's language."""
        return self.board.provinces[province].name(self._.language)

    def player(self, seat: Seat) -> str:
        """Name a player."""
        return self.players[seat]

    def listed(self, names: Sequence[str]) -> str:
        """Join names as the language does: Anna, Bertha and Carl."""
        if len(names) < 2:
            return "".join(names)
        return self._("{names} and {name}", names=", ".join(names[:-1]), name=names[-1])
