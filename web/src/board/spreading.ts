/** Where the circles of a board without outlines lie: neighbours near each other, none overlapping, always the same way. */

import type { Point } from '../net/protocol'

/** A circle's radius. */
export const RADIUS = 122
const LEAST_GAP = 2 * RADIUS + 34
const [LEFT, RIGHT, TOP, BOTTOM] = [RADIUS + 30, 1000 - RADIUS - 30, RADIUS + 40, 1010]

export function spread(
  codes: string[],
  borders: [string, string][],
): { places: Map<string, Point>; roads: [Point, Point][] } {
  const pairs = borders.map(([a, b]): [number, number] => [codes.indexOf(a), codes.indexOf(b)])
  const far = distances(codes.length, pairs)
  const starts = Array.from({ length: codes.length }, (_, turn) => settled(ring(codes.length, turn), pairs, far))
  const best = starts.reduce((one, other) => (disorder(other, pairs) < disorder(one, pairs) ? other : one))
  return {
    places: new Map(codes.map((code, at) => [code, best[at]!])),
    roads: pairs.map(([a, b]) => [best[a]!, best[b]!]),
  }
}

function ring(count: number, turn: number): Point[] {
  return Array.from({ length: count }, (_, at): Point => {
    const angle = (2 * Math.PI * ((at * (turn % 2 ? 3 : 1) + turn) % count)) / count
    return [500 + 330 * Math.sin(angle), 610 - 430 * Math.cos(angle)]
  })
}

/** How many borders lie between each two provinces. */
function distances(count: number, pairs: [number, number][]): number[][] {
  const far = Array.from({ length: count }, (_, a) => Array.from({ length: count }, (_, b) => (a === b ? 0 : count)))
  for (const [a, b] of pairs) far[a]![b] = far[b]![a] = 1
  for (let k = 0; k < count; k++) {
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < count; b++) far[a]![b] = Math.min(far[a]![b]!, far[a]![k]! + far[k]![b]!)
    }
  }
  return far
}

function settled(places: Point[], pairs: [number, number][], far: number[][]): Point[] {
  for (let round = 0; round < 500; round++) {
    const heat = 0.16 * (1 - round / 500) + 0.02
    for (let a = 0; a < places.length; a++) {
      for (let b = 0; b < places.length; b++)
        if (a !== b) towards(places, a, b, 300 * far[a]![b]!, heat / far[a]![b]! ** 1.5)
      for (const [c, d] of pairs) if (c !== a && d !== a) offTheRoad(places, a, places[c]!, places[d]!, heat * 2)
      within(places, a)
    }
  }
  for (let round = 0; round < 80; round++) {
    for (let a = 0; a < places.length; a++) {
      for (let b = 0; b < places.length; b++)
        if (a !== b && gap(places[a]!, places[b]!) < LEAST_GAP) towards(places, a, b, LEAST_GAP, 0.5)
      within(places, a)
    }
  }
  return places
}

/** Move `a` so that it comes nearer to the wanted distance from `b`. */
function towards(places: Point[], a: number, b: number, wanted: number, share: number): void {
  const [from, to] = [places[a]!, places[b]!]
  const now = Math.max(1, gap(from, to))
  const by = ((now - wanted) / now) * share
  places[a] = [from[0] + (to[0] - from[0]) * by, from[1] + (to[1] - from[1]) * by]
}

/** Keep a circle from covering a road between two others. */
function offTheRoad(places: Point[], a: number, start: Point, end: Point, share: number): void {
  const here = places[a]!
  const near = nearest(here, start, end)
  const now = gap(here, near)
  if (now >= RADIUS + 24 || now < 1) return
  const by = ((RADIUS + 24 - now) / now) * share
  places[a] = [here[0] + (here[0] - near[0]) * by, here[1] + (here[1] - near[1]) * by]
}

function within(places: Point[], a: number): void {
  const [x, y] = places[a]!
  places[a] = [Math.min(RIGHT, Math.max(LEFT, x)), Math.min(BOTTOM, Math.max(TOP, y))]
}

/** How hard a picture is to read: overlapping circles, covered and crossing roads, long roads. */
function disorder(places: Point[], pairs: [number, number][]): number {
  let sum = 0
  places.forEach((here, a) => {
    for (const there of places.slice(a + 1)) sum += Math.max(0, LEAST_GAP - gap(here, there)) * 2
    for (const [c, d] of pairs) {
      if (c !== a && d !== a) sum += Math.max(0, RADIUS - gap(here, nearest(here, places[c]!, places[d]!)))
    }
  })
  pairs.forEach(([a, b], at) => {
    sum += gap(places[a]!, places[b]!) / 10
    for (const [c, d] of pairs.slice(at + 1)) {
      const apart = new Set([a, b, c, d]).size === 4
      if (apart && crossing(places[a]!, places[b]!, places[c]!, places[d]!)) sum += 150
    }
  })
  return sum
}

function nearest(point: Point, [x1, y1]: Point, [x2, y2]: Point): Point {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2 || 1
  const along = Math.max(0, Math.min(1, ((point[0] - x1) * (x2 - x1) + (point[1] - y1) * (y2 - y1)) / length))
  return [x1 + along * (x2 - x1), y1 + along * (y2 - y1)]
}
function crossing(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b)
}
function gap(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}
