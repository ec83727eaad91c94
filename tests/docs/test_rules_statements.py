"""Every page of the rules says what all of them have to say, each in its own language."""

import pytest

from siam.notation import parse_position
from siam.rules import Card
from siam.rules.reach import reach
from tests.docs.pages import ROOT
from tests.docs.rules_pages import DOCS, LANGUAGES, PAGES, RulesPage

# What a paragraph must say, by the words with which each page says it.
STATEMENTS = {
    "the king marker stays with its tile": (
        "§5.6",
        {
            "docs": "the marker stays with its tile",
            "de": "der Marker bleibt bei seinem Kärtchen",
            "en": "the marker stays with its tile",
            "es": "el marcador se queda con su loseta",
            "fr": "le marqueur reste avec sa tuile",
            "it": "il marcatore resta con la sua tessera",
            "nl": "de merker blijft bij zijn kaartje",
        },
    ),
    "a swap needs a follower on each side": (
        "§5.9",
        {
            "docs": "at least one follower on each side",
            "de": "mindestens ein Anhänger auf jeder Seite",
            "en": "at least one follower on each side",
            "es": "al menos un seguidor por cada lado",
            "fr": "au moins un partisan de chaque côté",
            "it": "almeno un seguace per parte",
            "nl": "minstens één aanhanger aan elke kant",
        },
    ),
    "an example shows how a home that is lost closes the way, and a controlled province opens another": (
        "§5.11",
        {
            "docs": "Then the way by the home is closed, and the Rama card reaches the open neighbours of Rayaburi: "
            "Kedah, Pattani and Sukothai.",
            "de": "Dann ist der Weg über die Heimatprovinz versperrt, und die Karte Rama erreicht die offenen Nachbarn "
            "von Rayaburi: Kedah, Pattani und Sukothai.",
            "en": "The way by the home is then closed, and the Rama card reaches the open neighbours of Rayaburi: "
            "Kedah, Pattani and Sukothai.",
            "es": "Entonces el camino por la base queda cerrado, y la carta Rama alcanza las vecinas abiertas de "
            "Rayaburi: Kedah, Pattani y Sukothai.",
            "fr": "Le chemin par la province d’origine est alors fermé, et la carte Rama atteint les voisines ouvertes "
            "de Rayaburi : Kedah, Pattani et Sukothai.",
            "it": "Allora la via che passa dalla patria è chiusa, e la carta Rama raggiunge le province ancora aperte "
            "vicine a Rayaburi: Kedah, Pattani e Sukothai.",
            "nl": "Dan is de weg via de thuisprovincie dicht, en de kaart Rama bereikt de open buren van Rayaburi: "
            "Kedah, Pattani en Sukothai.",
        },
    ),
    "the controller's marker is put onto the province": (
        "§6.3",
        {
            "docs": "the controller's marker goes onto the province",
            "de": "auf die Provinz kommt ein Kontrollmarker",
            "en": "control marker goes onto the province",
            "es": "se coloca en la provincia un marcador de control",
            "fr": "un marqueur de contrôle",
            "it": "sulla provincia si mette un marcatore controllo",
            "nl": "op de provincie komt een controlemerker",
        },
    ),
    "a last card that makes a colony in which everybody loses may not be played": (
        "§8",
        {
            "docs": "wins for nobody, so it may not be played",
            "de": "niemand: Sie darf nicht gespielt werden",
            "en": "wins for nobody: it may not be played",
            "es": "no hace ganar a nadie: no puede jugarse",
            "fr": "ne fait gagner personne : elle ne peut pas être jouée",
            "it": "non fa vincere nessuno: non si può giocare",
            "nl": "die kaart mag niet gespeeld worden",
        },
    ),
    "open discards show every hand": (
        "§8",
        {
            "docs": "everybody also knows every hand",
            "de": "kennen alle auch jede Hand",
            "en": "everybody also knows every hand",
            "es": "todos conocen además todas las manos",
            "fr": "chacun connaît aussi toutes les mains",
            "it": "tutti conoscono anche ogni mano",
            "nl": "kent iedereen ook elke hand",
        },
    ),
    "the option is named by what it does: everybody loses in a colony": (
        "§8",
        {
            "docs": "`colony_loses`",
            "de": "| Wird Siam Kolonie, verlieren alle |",
            "en": "| Everybody loses if Siam becomes a colony |",
            "es": "| Si Siam se convierte en colonia, pierden todos |",
            "fr": "| Tout le monde perd si le Siam devient une colonie |",
            "it": "| Se il Siam diventa una colonia, perdono tutti |",
            "nl": "| Iedereen verliest als Siam een kolonie wordt |",
        },
    ),
}
# What the table of the editions must have a row for, by the first cell of that row.
DIFFERENCES = {
    "who may not talk": {
        "docs": "who may not talk in a game of four",
        "de": "Reden",
        "en": "Talking",
        "es": "Hablar",
        "fr": "Parler",
        "it": "Parlare",
        "nl": "Praten",
    },
    "players who tie": {
        "docs": "which players count when players tie",
        "de": "Gleichstand von Spielern",
        "en": "Players who tie",
        "es": "Empate entre jugadores",
        "fr": "Égalité entre joueurs",
        "it": "Parità tra giocatori",
        "nl": "Gelijke stand van spelers",
    },
    "the second faction": {
        "docs": "what breaks a tie of players first",
        "de": "Die zweite Fraktion",
        "en": "The second faction",
        "es": "La segunda facción",
        "fr": "La deuxième faction",
        "it": "La seconda fazione",
        "nl": "De tweede machtsgroep",
    },
    "the swap of a 2 vs 1": {
        "docs": "the swap of a 2 vs 1",
        "de": "Der Tausch beim 2 vs. 1",
        "en": "The swap of a 2 vs 1",
        "es": "El intercambio del 2 vs. 1",
        "fr": "L’échange du 2 vs. 1",
        "it": "Lo scambio del 2 vs 1",
        "nl": "2 vs. 1",
    },
    "the example for the last card": {
        "docs": "the example for the last card",
        "de": "Die letzte Karte",
        "en": "The last card",
        "es": "La última carta",
        "fr": "La dernière carte",
        "it": "Ultima carta",
        "nl": "De laatste kaart",
    },
    "earlier ideas of the designer": {
        "docs": "earlier ideas in these notes",
        "de": "Frühere Ideen",
        "en": "Earlier ideas",
        "es": "Ideas anteriores del autor",
        "fr": "Idées antérieures de l’auteur",
        "it": "Idee precedenti dell’autore",
        "nl": "Eerdere ideeën uit die nota’s",
    },
}
BROWSER = {
    "docs": "browser",
    "de": "Browser",
    "en": "browser",
    "es": "navegador",
    "fr": "navigateur",
    "it": "browser",
    "nl": "browser",
}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("statement", STATEMENTS)
def test_the_page_says_it(statement: str, page: str) -> None:
    number, words = STATEMENTS[statement]
    assert words[page] in _on_one_line(PAGES[page], number)


def test_the_rules_do_as_the_example_of_a_lost_home_says() -> None:
    """Rama controls Rayaburi, the British control Ayutthaya (§5.11)."""
    position = parse_position(
        "siam ray=R,ayu=B,pat:R1L1M2,kho:R2M2,chi:R1L1M2,suk:R1L2M1,lua:R1L2M1,ked:R1L1M2 R8L7M5 "
        "KTT12RLM:R1L1/KTT12RLM:L1M1 1 0 - -"
    )
    provinces = position.board.provinces
    assert {provinces[place].code for place in reach(position, Card.RAMA)} == {"ked", "pat", "suk"}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("difference", DIFFERENCES)
def test_the_table_of_the_editions_has_the_point(difference: str, page: str) -> None:
    [rows] = PAGES[page].tables("§9")
    assert DIFFERENCES[difference][page] in [row[0] for row in rows]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_tells_what_a_new_table_in_the_browser_begins_with(page: str) -> None:
    new_table = (ROOT / "web/src/pages/NewTablePage.svelte").read_text(encoding="utf-8")
    before_the_options, _, _ = PAGES[page].section("§8").partition("|")
    assert ("discards: 'open'" in new_table) is (BROWSER[page] in before_the_options)


@pytest.mark.parametrize("page", LANGUAGES.values(), ids=LANGUAGES)
def test_the_languages_show_as_many_examples_as_the_main_page(page: RulesPage) -> None:
    for number in ("§5.6", "§5.7", "§5.8", "§5.9", "§5.10", "§5.11"):
        assert page.moves(number) == DOCS.moves(number)


def _on_one_line(page: RulesPage, number: str) -> str:
    return " ".join(page.section(number).replace("\u00a0", " ").split())
