"""The first page: what waits for me, whom I can play, today's puzzle, the next lesson."""

from playwright.sync_api import expect

from tests.e2e.conftest import MakePerson


def test_a_newcomer_meets_the_gentlest_bot_by_name_and_plays_it(person: MakePerson) -> None:
    anna = person().open()
    chosen = anna.page.get_by_role("radio", checked=True)
    expect(chosen).to_have_accessible_name("Mali, level 1")
    anna.sees("Sells jasmine at the river.")
    anna.button("Play a bot now").click()
    anna.page.wait_for_url("**/table/*")
    expect(anna.page.get_by_role("list", name="Players").get_by_text("Mali", exact=True)).to_be_visible()


def test_every_bot_of_the_server_has_a_face_a_name_and_a_sentence(person: MakePerson) -> None:
    anna = person().open()
    levels = [level["name"] for level in anna.ask("GET", "api/server")["levels"]]
    faces = anna.page.get_by_role("radio")
    expect(faces).to_have_count(len(levels))
    sentences = set()
    for at in range(len(levels)):
        faces.nth(at).check(force=True)
        sentences.add(anna.page.locator("p.about .soft").inner_text())
    assert len(sentences) == len(levels)
    assert "" not in sentences
    assert anna.page.locator(".faces .drawn").count() == len(levels)


def test_three_bots_of_one_level_have_three_names(person: MakePerson) -> None:
    anna = person().be()
    bot: dict[str, object] = {"kind": "bot", "level": "random"}
    table = anna.make_table([{"kind": "me"}, bot, bot, bot], options={"discards": "open"})
    anna.open(f"table/{table}")
    players = anna.page.get_by_role("list", name="Players")
    for name in ("The macaque", "The macaque II", "The macaque III"):
        expect(players.get_by_text(name, exact=True)).to_be_visible()


def test_running_games_come_first(person: MakePerson) -> None:
    anna = person().be()
    anna.make_table([{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"discards": "open"})
    anna.open()
    expect(anna.page.get_by_role("main").get_by_role("heading").first).to_contain_text("My games")
    anna.page.get_by_role("link", name="Continue", exact=True).first.click()
    anna.page.wait_for_url("**/table/*")


def test_the_puzzle_of_the_day_is_drawn_and_leads_to_itself(person: MakePerson) -> None:
    anna = person().open()
    board = anna.page.get_by_role("img", name="The board of this puzzle")
    expect(board.locator(".board svg").first).to_be_visible()
    anna.page.get_by_role("link", name="Solve it").click()
    anna.page.wait_for_url("**/puzzle/*")
    anna.sees("One move wins, whatever the others do. Which one?")


def test_a_begun_tutorial_is_continued_from_the_first_page(person: MakePerson) -> None:
    anna = person().open("tutorial")
    anna.passes()
    anna.button("Next lesson").click()
    anna.sees("When two quarrel")
    anna.open()
    anna.sees("When two quarrel")
    anna.page.get_by_role("link", name="Continue the lesson").click()
    anna.sees("Lesson 2 of")
