/** What does not change in a game: the board, the number of players, the options. Positions are made of it. */

import type { BoardFile, Options } from '../net/protocol'
import type { Engine } from './engine'
import * as x from './exports'
import { KNOWN_BOARD } from './levels'

/** The factions as map files name them. */
export const FACTION_NAMES: readonly string[] = ['rama', 'lao', 'malay']

export class Field {
  readonly engine: Engine
  readonly players: number
  readonly options: Options
  readonly board: string
  /** The codes of the provinces, in order. */
  readonly codes: readonly string[]
  /** The neighbours of each province, as bits. */
  readonly neighbours: readonly number[]
  /** Where each faction is at home. */
  readonly homes: readonly number[]
  readonly ground: x.Address
  /** Whether it is the board that the weights have learned on. */
  readonly isKnown: boolean

  constructor(engine: Engine, file: BoardFile, players: number, options: Options = {}) {
    this.engine = engine
    this.players = players
    this.options = options
    this.board = file.name
    this.codes = file.provinces.map((province) => province.code).sort()
    const homes = FACTION_NAMES.map((name) =>
      this.codes.indexOf(file.provinces.find((province) => province.home === name)?.code ?? ''),
    )
    const borders = this.codes.map(() => 0)
    for (const border of file.borders) {
      const [a, b] = border.split('-').map((code) => this.codes.indexOf(code)) as [number, number]
      borders[a] = borders[a]! | (1 << b)
      borders[b] = borders[b]! | (1 << a)
    }
    this.neighbours = borders
    this.homes = homes
    this.isKnown = String([...borders, ...homes]) === String(KNOWN_BOARD)
    this.ground = engine.room(4 * x.GROUND_SIZE)
    engine.using(4 * 11, (address) => {
      engine.integers(address, 11).set([...borders, ...homes])
      const { first_player, capital_last, colony_loses } = options
      engine.exports.lay_ground(
        this.ground,
        players,
        address,
        address + 4 * 8,
        first_player === 'highest' ? 1 : 0,
        capital_last ? 1 : 0,
        colony_loses ? 1 : 0,
      )
    })
  }

  /** Forget the field; positions of it must not be used any more. */
  end(): void {
    this.engine.exports.give_back(this.ground)
  }

  province(code: string): number {
    return this.codes.indexOf(code)
  }
}
