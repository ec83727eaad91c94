/** Positions, moves and records as text (docs/notation.md). What is legal the module says; here words become numbers. */

import type { CardLetter, GameEvent, Options, Outcome } from '../net/protocol'
import * as x from './exports'
import type { Field } from './field'
import { CARDS, CONTROLS, cardOf, controlOf, factionOf, handOf } from './letters'
import { Position } from './position'
import { problemOf } from './soundness'

const NOTHING = '-'
const PASS = 'pass'

export class NotationError extends Error {}

function fail(message: string): never {
  throw new NotationError(message)
}

/** Write a step by its number. */
export function formatStep(codes: readonly string[], step: number): string {
  if (step === x.STEP_PASS) return PASS
  if (step < x.STEP_CELL) return cardOf(step - x.STEP_CARD)
  if (step >= x.STEP_PROVINCE) return codes[step - x.STEP_PROVINCE]!
  const cell = step - x.STEP_CELL
  return `${factionOf(cell % 3)}@${codes[Math.floor(cell / 3)]!}`
}

/** Read a step; -1 if there is none of that name. */
export function parseStep(codes: readonly string[], text: string): number {
  for (let step = 0; step < x.STEPS; step++) if (formatStep(codes, step) === text) return step
  return -1
}

/** Write a move by what happened in it. */
export function formatMove(events: readonly GameEvent[]): string {
  const words: string[] = []
  let card: CardLetter | null = null
  let taken = NOTHING
  for (const event of events) {
    if (event.event === 'passed') return PASS
    if (event.event === 'card_played') card = event.card
    if (event.event === 'tiles_swapped') words.push(event.provinces[0]!, `${event.provinces[1]!}*`)
    if (event.event === 'follower_placed') {
      words.push(card === 'T' ? `${event.faction}@${event.province}` : event.province)
    }
    if (event.event === 'followers_swapped') {
      words.push(`${event.left_given.join('')}@${event.left}=${event.right_given.join('')}@${event.right}`)
    }
    if (event.event === 'follower_taken') taken = `${event.faction}@${event.province}`
  }
  return `${card!} ${words.join(' ') || NOTHING} +${taken}`
}

/** Read a move as the steps that make it; NotationError if it is none, or not legal in the position. */
export function parseMove(position: Position, text: string): number[] {
  const { codes } = position.field
  const steps = text === PASS ? [x.STEP_PASS] : stepsOf(codes, text)
  const trial = position.copy()
  try {
    for (const step of steps) {
      if (!trial.legalSteps().includes(step)) fail(`${text} is illegal`)
      trial.apply(step)
    }
    if (trial.isBegun) fail(`${text} is not whole`)
  } finally {
    trial.end()
  }
  if (position.moveText(steps) !== text) fail(`${text} is spelled ${position.moveText(steps)}`)
  return steps
}

function stepsOf(codes: readonly string[], text: string): number[] {
  const words = text.split(' ')
  const card = words[0]!
  const taken = words.at(-1)!
  if (card.length !== 1 || !CARDS.includes(card) || words.length < 3 || !taken.startsWith('+')) {
    fail(`${text} is no move: pass, or a card, what it does, and +the follower taken`)
  }
  const steps = [x.STEP_CARD + CARDS.indexOf(card)]
  const read = (word: string): void => {
    const step = parseStep(codes, word)
    if (step < x.STEP_CELL) fail(`${word} is no follower and no province`)
    steps.push(step)
  }
  for (const word of words.slice(1, -1)) {
    if (word === NOTHING) continue
    if (word.includes('=')) {
      for (const side of word.split('=')) {
        const [letters, code] = side.split('@')
        for (const letter of letters ?? '') read(`${letter}@${code ?? ''}`)
      }
    } else {
      const place = word.endsWith('*') ? word.slice(0, -1) : word
      read(card === 'T' ? (place.split('@')[1] ?? '') : place)
    }
  }
  if (taken !== `+${NOTHING}`) read(taken.slice(1))
  return steps
}

/** Write how many followers of each faction there are. */
export function formatCounts(counts: readonly number[]): string {
  return counts.map((count, faction) => (count ? `${factionOf(faction)}${count}` : '')).join('') || NOTHING
}

function parseCounts(text: string): number[] {
  if (text === NOTHING) return [0, 0, 0]
  const found = /^(?:R([1-9][0-9]?))?(?:L([1-9][0-9]?))?(?:M([1-9][0-9]?))?$/.exec(text)
  if (!found || !text) fail(`${text} is no count of followers like R2L1`)
  return found.slice(1, 4).map((count) => Number(count ?? 0))
}

/** Write the last swap of a form, with its card. */
export function swapText(codes: readonly string[], form: readonly number[]): string {
  const [card, left, one, two, right, other] = form.slice(x.FORM_SWAP_CARD, x.FORM_SWAP_CARD + 6)
  const given = factionOf(one!) + (two! < 0 ? '' : factionOf(two!))
  return `${cardOf(card!)}${given}@${codes[left!]!}=${factionOf(other!)}@${codes[right!]!}`
}

/** Write a position from its form: one line, eight fields. */
export function formatPosition(field: Field, form: readonly number[]): string {
  const { codes, players } = field
  const boxes = codes.map((_, box) => {
    const province = form[x.FORM_TRACK + box]!
    const control = form[x.FORM_CONTROLS + province]!
    if (control >= 0) return `${codes[province]!}=${controlOf(control)}`
    const start = x.FORM_FOLLOWERS + 3 * province
    return `${codes[province]!}${form[x.FORM_KINGS + province] ? '*' : ''}:${formatCounts(form.slice(start, start + 3))}`
  })
  const seats = Array.from({ length: players }, (_, seat) => {
    const court = form.slice(x.FORM_COURTS + 3 * seat, x.FORM_COURTS + 3 * seat + 3)
    return `${handOf(form, seat).join('') || NOTHING}:${formatCounts(court)}`
  })
  const recency = form.slice(x.FORM_RECENCY, x.FORM_RECENCY + 4).filter((seat) => seat >= 0)
  return [
    field.board,
    boxes.join(','),
    formatCounts(form.slice(x.FORM_SUPPLY, x.FORM_SUPPLY + 3)),
    seats.join('/'),
    form[x.FORM_TO_MOVE]! + 1,
    form[x.FORM_PASSES]!,
    recency.map((seat) => seat + 1).join('') || NOTHING,
    form[x.FORM_SWAP_CARD] ? swapText(codes, form) : NOTHING,
  ].join(' ')
}

/** Read a position; what contradicts itself is refused, as by the server, but where hidden hands are made up. */
export function parsePosition(field: Field, text: string, { isMadeUp = false } = {}): Position {
  const { codes } = field
  const parts = text.split(' ')
  if (parts.length !== 8) fail('a position has eight fields')
  const [board, track, supply, players, toMove, passes, recency, swap] = parts as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  if (board !== field.board) fail(`${board} is another map than ${field.board}`)
  const form = Array<number>(x.FORM_SIZE).fill(0)
  form.fill(-1, x.FORM_CONTROLS, x.FORM_CONTROLS + codes.length)
  const seen = new Set<number>()
  track.split(',').forEach((box, place) => {
    const found = /^([a-z]{3})(?:=([RLMB])|(\*?):(.+))$/.exec(box)
    const province = codes.indexOf(found?.[1] ?? '')
    if (!found || province < 0 || place >= codes.length || seen.has(province)) fail(`${box} is no box of the track`)
    seen.add(province)
    form[x.FORM_TRACK + place] = province
    if (found[2]) form[x.FORM_CONTROLS + province] = CONTROLS.indexOf(found[2])
    else {
      form[x.FORM_KINGS + province] = found[3] ? 1 : 0
      parseCounts(found[4]!).forEach((count, i) => (form[x.FORM_FOLLOWERS + 3 * province + i] = count))
    }
  })
  if (seen.size !== codes.length) fail('the track has eight boxes')
  parseCounts(supply).forEach((count, i) => (form[x.FORM_SUPPLY + i] = count))
  const seats = players.split('/')
  if (seats.length !== field.players) fail(`${field.players} players, not ${seats.length}`)
  seats.forEach((part, seat) => {
    const [hand, court] = part.split(':')
    for (const letter of hand === NOTHING ? '' : (hand ?? '')) {
      const card = CARDS.indexOf(letter)
      if (card < 0) fail(`${hand ?? ''} is no hand`)
      form[x.FORM_HANDS + CARDS.length * seat + card]!++
    }
    parseCounts(court ?? '').forEach((count, i) => (form[x.FORM_COURTS + 3 * seat + i] = count))
  })
  form[x.FORM_TO_MOVE] = Number(toMove) - 1
  form[x.FORM_PASSES] = Number(passes)
  form.fill(-1, x.FORM_RECENCY, x.FORM_RECENCY + 4)
  if (recency !== NOTHING) [...recency].forEach((seat, i) => (form[x.FORM_RECENCY + i] = Number(seat) - 1))
  if (swap !== NOTHING) {
    const found = /^([12])([RLM])([RLM]?)@([a-z]{3})=([RLM])@([a-z]{3})$/.exec(swap)
    if (!found) fail(`${swap} is no swap`)
    const [, card, one, two, left, other, right] = found as unknown as string[]
    const sides = [codes.indexOf(left!), codes.indexOf(right!)]
    const given = [CONTROLS.indexOf(one!), two ? CONTROLS.indexOf(two) : -1]
    const last = [CARDS.indexOf(card!), sides[0]!, ...given, sides[1]!, CONTROLS.indexOf(other!)]
    last.forEach((number, i) => (form[x.FORM_SWAP_CARD + i] = number))
  }
  const problem = isMadeUp ? null : problemOf(field, form)
  if (problem) fail(problem)
  const position = Position.from(field, form)
  if (position.text() !== text) {
    position.end()
    fail(`${text} is not written as a position is`)
  }
  return position
}

const FIRST_OPTIONS = { first_player: 'lowest', discards: 'top', table_talk: 'silent' } as const

/** Write options: only those that differ from the book. */
export function formatOptions(options: Options): string {
  const words: string[] = []
  for (const [name, value] of Object.entries(FIRST_OPTIONS)) {
    const chosen = options[name as keyof typeof FIRST_OPTIONS] ?? value
    if (chosen !== value) words.push(`${name}=${chosen}`)
  }
  if (options.capital_last) words.push('capital_last=on')
  if (options.colony_loses) words.push('colony_loses=on')
  return words.join(' ')
}

/** Read options as they are written in a record. */
export function parseOptions(text: string): Options {
  const options: Record<string, string | boolean> = {}
  for (const word of text ? text.split(' ') : []) {
    const [name, value] = word.split('=')
    options[name ?? ''] = value === 'on' ? true : (value ?? '')
  }
  if (formatOptions(options as Options) !== text) fail(`${text} are no options`)
  return options as Options
}

/** A game as written down. */
export interface GameRecord {
  tags: Record<string, string>
  setup: string
  moves: string[]
}

const VERSION = '1'
const UNFINISHED = '*'

/** Write a record (`.siam`); the outcome is null while the game goes on. */
export function formatRecord(
  field: Field,
  setup: string,
  moves: readonly string[],
  outcome: Outcome | null,
  tags: Record<string, string> = {},
): string {
  const required = {
    Notation: VERSION,
    Map: field.board,
    Players: String(field.players),
    Setup: setup,
    Options: formatOptions(field.options),
    Result: outcome ? outcome.winners.join(' ') || NOTHING : UNFINISHED,
    Ending: outcome ? outcome.ending : UNFINISHED,
  }
  const lines = Object.entries({ ...required, ...tags }).map(
    ([key, value]) => `[${key} "${value.replaceAll('\n', ' ').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"]`,
  )
  return [...lines, '', ...moves].join('\n') + '\n'
}

/** Read one record; comments are left out. The moves are not played here. */
export function parseRecord(text: string): GameRecord {
  const tags: Record<string, string> = {}
  const moves: string[] = []
  for (const raw of text.replace(/^\uFEFF/, '').split('\n')) {
    const line = raw.trim()
    const tag = /^\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]$/.exec(line)
    if (tag && !moves.length) tags[tag[1]!] = tag[2]!.replaceAll(/\\(.)/g, '$1')
    else if (line.startsWith('[')) fail('one game was expected')
    else if (line.split('#')[0]!.trim()) moves.push(line.split('#')[0]!.trim())
  }
  for (const key of ['Notation', 'Map', 'Players', 'Setup', 'Options']) {
    if (tags[key] === undefined) fail(`the tag ${key} is missing`)
  }
  if (tags.Notation !== VERSION) fail(`this reader knows version ${VERSION} only`)
  return { tags, setup: tags.Setup!, moves }
}
