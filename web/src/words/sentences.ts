/** What happened, in words: the log's lines and what a screen reader hears. */

import { listed, t, tn } from './i18n'
import { botName, cardName, controlName, provinceName, seatName } from './names'
import type { BoardFile, Entry, Faction, GameEvent, Outcome, SeatMeta } from '../net/protocol'

export interface Cast {
  board: BoardFile
  seats: SeatMeta[]
}

export function eventSentence(event: GameEvent, { board, seats }: Cast): string {
  switch (event.event) {
    case 'passed':
      return t('{name} passes.', { name: seatName(seats, event.seat) })
    case 'card_played': {
      const params = { name: seatName(seats, event.seat), card: cardName(event.card) }
      return event.no_effect ? t('{name} plays {card} without effect.', params) : t('{name} plays {card}.', params)
    }
    case 'tiles_swapped':
      return t('{first} and {second} change places on the track: boxes {a} and {b}.', {
        first: provinceName(board, event.provinces[0] ?? ''),
        second: provinceName(board, event.provinces[1] ?? ''),
        a: event.boxes[0] ?? 0,
        b: event.boxes[1] ?? 0,
      })
    case 'king_placed':
      return t('{province} gets a king marker.', { province: provinceName(board, event.province) })
    case 'follower_placed':
      return t('A {faction} follower comes to {province}.', {
        faction: controlName(event.faction),
        province: provinceName(board, event.province),
      })
    case 'followers_swapped':
      return t('{left} gives {given} to {right} for {received}.', {
        left: provinceName(board, event.left),
        given: factionList(event.left_given),
        right: provinceName(board, event.right),
        received: factionList(event.right_given),
      })
    case 'follower_taken':
      return t('{name} takes {faction} from {province}.', {
        name: seatName(seats, event.seat),
        faction: controlName(event.faction),
        province: provinceName(board, event.province),
      })
    case 'struggle_resolved':
      return event.control === 'B'
        ? t('{province} is tied: the British take it.', { province: provinceName(board, event.province) })
        : t('{faction} controls {province}.', {
            faction: controlName(event.control),
            province: provinceName(board, event.province),
          })
    case 'game_ended':
      return outcomeSentence(event.outcome, seats)
  }
}

export function outcomeSentence(outcome: Outcome, seats: SeatMeta[]): string {
  const names = winnersNamed(outcome.winners, seats)
  if (outcome.ending === 'B') {
    return names
      ? tn('Siam becomes a colony: {names} wins.', 'Siam becomes a colony: {names} win.', outcome.winners.length, {
          names,
        })
      : t('Siam becomes a colony: nobody wins.')
  }
  return tn('{faction} rules Siam: {names} wins.', '{faction} rules Siam: {names} win.', outcome.winners.length, {
    faction: controlName(outcome.ending),
    names,
  })
}

/** The line at the top of the table that is always true: what if nobody played another card? */
export function standingSentence(outcome: Outcome, seats: SeatMeta[]): string {
  const names = winnersNamed(outcome.winners, seats)
  const count = outcome.winners.length
  if (outcome.ending === 'B') {
    return names
      ? tn('If everyone passes now: colony, {names} wins', 'If everyone passes now: colony, {names} win', count, {
          names,
        })
      : t('If everyone passes now: colony, nobody wins')
  }
  const params = { faction: controlName(outcome.ending), names }
  return tn(
    'If everyone passes now: {faction} rules, {names} wins',
    'If everyone passes now: {faction} rules, {names} win',
    count,
    params,
  )
}

export function winnersNamed(winners: number[], seats: SeatMeta[]): string {
  return winners.length ? listed(winners.map((seat) => seatName(seats, seat))) : ''
}

/** The heading of an entry that is no move. */
export function entrySentence(entry: Entry, { seats }: Cast): string {
  const name = entry.seat === null ? '' : seatName(seats, entry.seat)
  switch (entry.kind) {
    case 'start':
      return t('The game begins.')
    case 'take_back':
      return entry.to === 0
        ? t('A move was taken back: back to the start.')
        : t('A move was taken back: back to turn {turn}.', { turn: entry.to ?? entry.turn })
    case 'resign':
      return t('{name} resigns.', { name })
    case 'time':
      return t('{name} ran out of time.', { name })
    case 'pause':
      return t('The game is paused.')
    case 'resume':
      return t('The game goes on.')
    case 'end':
      return t('The players agreed to end the game.')
    case 'replace':
      return t('{bot} takes over seat {seat}.', { bot: botName(entry.level ?? ''), seat: entry.seat ?? 0 })
    case 'return':
      return t('{name} is back and plays on.', { name })
    case 'move':
      return ''
  }
}

export function factionList(factions: Faction[]): string {
  return listed(factions.map(controlName))
}
