/** A turn's events become one line of signs: what belongs together is one of them. */

import { expect, test } from 'vitest'
import type { GameEvent } from '../src/net/protocol'
import { deedsOf, type Deed } from '../src/table/telling/deeds'

const placed = (faction: 'R' | 'L', province: string): GameEvent =>
  ({ event: 'follower_placed', seat: 1, faction, province }) as GameEvent
const tiles = { event: 'tiles_swapped', provinces: ['ayu', 'chi'], boxes: [2, 5] } as GameEvent
const crown = { event: 'king_placed', province: 'chi' } as GameEvent

test.each<[string, GameEvent[], Deed[]]>([
  ['nothing', [], []],
  [
    'two to one place',
    [placed('R', 'ayu'), placed('R', 'ayu')],
    [{ kind: 'placed', faction: 'R', province: 'ayu', count: 2 }],
  ],
  [
    'two to two places',
    [placed('R', 'ayu'), placed('R', 'chi')],
    ['ayu', 'chi'].map((province) => ({ kind: 'placed', faction: 'R', province, count: 1 })),
  ],
  [
    'two factions to one place',
    [placed('R', 'ayu'), placed('L', 'ayu')],
    (['R', 'L'] as const).map((faction) => ({ kind: 'placed', faction, province: 'ayu', count: 1 })),
  ],
  [
    'a crown with its tiles',
    [tiles, crown],
    [{ kind: 'tiles', provinces: ['ayu', 'chi'], boxes: [2, 5], crowned: 'chi' }],
  ],
  ['a crown alone', [crown], [{ kind: 'crowned', province: 'chi' }]],
])('%s', (_, events, deeds) => {
  expect(deedsOf(events)).toEqual(deeds)
})
