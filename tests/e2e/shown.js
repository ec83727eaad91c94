// What a table shows just now, read from the page: nothing is asked of the program behind it.
() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)]
  const one = (selector, root = document) => root.querySelector(selector)
  const text = (element) => element?.textContent.replace(/\s+/g, ' ').trim() ?? null
  const letters = (root) => all('.card', root).map((card) => /card-(.)/.exec(card.className)[1])
  const board = one('.board table')
  const rows = all('ul[aria-label="Players"] > li')
  const hand = one('ul[aria-label="Your hand"]')
  const strip = all('ul[aria-label="Courts"] > li')
  return {
    still:
      board !== null && !one('.flight') && !one('.happening') && !one('.board > .skip') && !one('[aria-busy="true"]'),
    connected: !one('.menu .dot') || one('.menu .dot.live') !== null,
    steps: all('.rail .chip').length,
    provinces: all('tbody tr', board ?? document.body).map((row) => [...row.children].map(text)),
    pieces: Object.fromEntries(
      all('.board svg g.row[data-anchor]')
        .map((row) => [row.dataset.anchor, Number(one('.number', row)?.textContent ?? all('.piece', row).length)])
        .sort(),
    ),
    supply: ['R', 'L', 'M'].map((faction) => Number(text(one(`.board [data-anchor="supply:${faction}"] text`)))),
    names: rows.map((row) => text(one('.name', row))),
    courts: rows.map((row) => all('.court .count b', row).map((count) => Number(count.textContent))),
    strip: strip.map((row) => all('.count text', row).map((count) => Number(count.textContent))),
    cards: rows.map((row) => Number(text(one('.backs b', row)))),
    discards: rows.map((row) => all('.discards:not(.held) > :not(.hidden)', row).length),
    mover: rows.findIndex((row) => row.classList.contains('turn')) + 1,
    won: rows.flatMap((row, at) => (row.classList.contains('won') ? [at + 1] : [])),
    hand: hand ? letters(hand) : [],
    standing: text(one('.scoreboard .score .unseen')),
    log: all('section[aria-label="Log"] li:not(.soft)').map((line) => [
      text(one('.turn', line)),
      text(one('del.what', line))
        ? all('del.what > .unseen', line).map(text).join(' ')
        : text(one('.unseen', line) ?? one('span:last-child', line)),
    ]),
    talk: all('.talk li').map(text),
    talks: one('.talk') !== null && one('.talk form, .talk .greet') !== null,
    proposals: all('.notice[data-proposal]').map((notice) => Number(notice.dataset.proposal)),
    paused: all('.notice').some((notice) => text(notice).startsWith('The game is paused.')),
    clocks: rows.map((row) => one('time', row)).filter(Boolean).map((time) => [text(time), time.classList.contains('running')]),
  }
}
