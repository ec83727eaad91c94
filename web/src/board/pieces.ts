/** Where the followers of a province stand: near the capital by faction, countable at a glance. */

import { FACTIONS, type Box, type Counts, type Faction, type Point } from '../net/protocol'
import type { ProvinceDrawing } from './geometry'

export interface Group {
  faction: Faction
  count: number
  /** The group's middle, and the pieces that are drawn. */
  at: Point
  pieces: Point[]
  /** Where the number goes: above four followers, or always where one piece stands for all. */
  number: Point | null
}

/** The groups of a province. `size` is a piece's size; `compact` draws one piece and a number for each faction. */
export function groups(counts: Counts, province: ProvinceDrawing, size: number, compact: boolean): Group[] {
  const present = FACTIONS.map((faction, at) => ({ faction, count: counts[at] ?? 0 })).filter(({ count }) => count > 0)
  const onSpots = !compact && FACTIONS.every((faction) => province.spots[faction].length >= 4)
  return present.map(({ faction, count }, at) => {
    if (onSpots) return spotted(faction, count, province.spots[faction], size)
    const [x, y] = province.middle
    const aside = at - (present.length - 1) / 2
    return compact
      ? single(faction, count, [x + aside * size * 1.06, y])
      : lined(faction, count, [x, y + aside * size * 1.1], size)
  })
}

/** Where a faction's newest follower stands in a province, or where its last one stood. */
export function spotOf(faction: Faction, box: Box, province: ProvinceDrawing, size: number, compact: boolean): Point {
  const group = groups(box.followers, province, size, compact).find((one) => one.faction === faction)
  if (group) return group.pieces.at(-1) ?? group.at
  return (compact ? undefined : province.spots[faction][0]) ?? province.middle
}

/** Where a follower stood that has just left: the place after those that are still there. */
export function vacated(group: Group | null, faction: Faction, province: ProvinceDrawing, compact: boolean): Point {
  if (group && compact) return group.at
  return province.spots[faction][group?.pieces.length ?? 0] ?? group?.pieces.at(-1) ?? province.middle
}

/** A bowed line from one place to another. */
export function bow([x1, y1]: Point, [x2, y2]: Point): string {
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2]
  return `M${x1} ${y1}Q${mx + (y2 - y1) * 0.18} ${my - (x2 - x1) * 0.18} ${x2} ${y2}`
}

function spotted(faction: Faction, count: number, spots: Point[], size: number): Group {
  const pieces = spots.slice(0, Math.min(count, 4))
  const fifth = spots[4] ?? pieces[0]!
  const number: Point | null = count > 4 ? [fifth[0], fifth[1] + size * 0.02] : null
  return { faction, count, at: mean(pieces), pieces, number }
}

function single(faction: Faction, count: number, at: Point): Group {
  return { faction, count, at, pieces: [at], number: at }
}

function lined(faction: Faction, count: number, [x, y]: Point, size: number): Group {
  const drawn = Math.min(count, 4)
  const step = size * 0.9
  const left = x - (step * (drawn - 1 + (count > 4 ? 1 : 0))) / 2
  const pieces = Array.from({ length: drawn }, (_, at): Point => [left + at * step, y])
  return { faction, count, at: [x, y], pieces, number: count > 4 ? [left + drawn * step, y] : null }
}

function mean(points: Point[]): Point {
  const sum = points.reduce<Point>(([x, y], point) => [x + point[0], y + point[1]], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}
