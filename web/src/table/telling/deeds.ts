/** What was done in a turn, gathered for a line of small signs: two followers to the same place are one deed. */

import type { CardLetter, Control, Faction, GameEvent, Outcome } from '../../net/protocol'

export type Deed =
  | { kind: 'passed' }
  | { kind: 'card'; card: CardLetter; noEffect: boolean }
  | { kind: 'placed'; faction: Faction; province: string; count: number }
  | { kind: 'swapped'; left: string; given: Faction[]; right: string; received: Faction[] }
  | { kind: 'tiles'; provinces: string[]; boxes: number[]; crowned: string | null }
  | { kind: 'crowned'; province: string }
  | { kind: 'taken'; faction: Faction; province: string }
  | { kind: 'resolved'; control: Control; province: string }
  | { kind: 'ended'; outcome: Outcome }

export function deedsOf(events: GameEvent[]): Deed[] {
  const deeds: Deed[] = []
  for (const event of events) {
    const last = deeds.at(-1)
    if (event.event === 'follower_placed' && last?.kind === 'placed' && sameCell(last, event)) last.count += 1
    else if (event.event === 'king_placed' && last?.kind === 'tiles') last.crowned = event.province
    else deeds.push(deedOf(event))
  }
  return deeds
}

function sameCell(one: { faction: Faction; province: string }, other: { faction: Faction; province: string }): boolean {
  return one.faction === other.faction && one.province === other.province
}

function deedOf(event: GameEvent): Deed {
  switch (event.event) {
    case 'passed':
      return { kind: 'passed' }
    case 'card_played':
      return { kind: 'card', card: event.card, noEffect: event.no_effect }
    case 'follower_placed':
      return { kind: 'placed', faction: event.faction, province: event.province, count: 1 }
    case 'followers_swapped':
      return {
        kind: 'swapped',
        left: event.left,
        given: event.left_given,
        right: event.right,
        received: event.right_given,
      }
    case 'tiles_swapped':
      return { kind: 'tiles', provinces: event.provinces, boxes: event.boxes, crowned: null }
    case 'king_placed':
      return { kind: 'crowned', province: event.province }
    case 'follower_taken':
      return { kind: 'taken', faction: event.faction, province: event.province }
    case 'struggle_resolved':
      return { kind: 'resolved', control: event.control, province: event.province }
    case 'game_ended':
      return { kind: 'ended', outcome: event.outcome }
  }
}
