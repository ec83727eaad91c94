/** From a board file to shapes on the chart: outlines joined from shared lines, or a drawn graph if there are none. */

import { factionOf } from '../words/names'
import { FACTIONS, type BoardFile, type BoardProvince, type Faction, type Point } from '../net/protocol'
import { RADIUS, spread } from './spreading'

export const WIDTH = 1000
export const HEIGHT = 1400

export interface ProvinceDrawing {
  code: string
  names: Record<string, string>
  home: Faction | null
  /** The land as an SVG path with its islands; a circle for boards without outlines. */
  path: string
  capital: Point
  /** The middle of the followers, and where each faction's stand. */
  middle: Point
  spots: Record<Faction, Point[]>
  label: { at: Point; angle: number; size: number }
}
export interface WordDrawing {
  names: Record<string, string>
  at: Point
  angle: number
  size: number
}
export interface BoardDrawing {
  name: string
  /** True where the file has outlines; otherwise the board is a graph of circles and roads. */
  outlined: boolean
  provinces: ProvinceDrawing[]
  /** Which provinces border on each. */
  neighbours: Map<string, string[]>
  /** Borders, coasts and frontiers. */
  lines: { name: string; kind: string; path: string }[]
  rivers: string[]
  /** Foreign land, and islands that belong to nobody. */
  lands: string[]
  islands: string[]
  hills: [number, number, number][]
  roads: [Point, Point][]
  seas: WordDrawing[]
  words: WordDrawing[]
  supply: Point
  compass: Point | null
}

/** Where the coat of arms lies if the file names no better place. */
const SUPPLY: Point = [500, 1270]

export function drawing(file: BoardFile): BoardDrawing {
  return file.lines && file.provinces.every((province) => province.outline?.length) ? outlined(file) : graph(file)
}

function outlined(file: BoardFile): BoardDrawing {
  const lines = file.lines ?? []
  const byName = new Map(lines.map((line) => [line.name, line.points]))
  const islands = file.islands ?? []
  const provinces = file.provinces.map((province) => {
    const ring = joined((province.outline ?? []).map((name) => oriented(name, byName)))
    const own = islands.filter((island) => island.province === province.code)
    const path = [ring, ...own.map((island) => island.points)].map((points) => `${polyline(points)}Z`).join('')
    return landed(province, path, province.capital ?? mean(ring))
  })
  return {
    name: file.name,
    outlined: true,
    provinces,
    neighbours: neighboursOf(file),
    lines: lines.map(({ name, kind, points }) => ({ name, kind, path: polyline(points) })),
    rivers: (file.rivers ?? []).map((river) => polyline(river.points)),
    lands: (file.lands ?? []).map((land) => `${polyline(land.points)}Z`),
    islands: islands.map((island) => `${polyline(island.points)}Z`),
    hills: (file.hills ?? []).flatMap((range) => range.marks),
    roads: [],
    seas: (file.seas ?? []).map(word),
    words: (file.labels ?? []).map(word),
    supply: file.supply?.at ?? SUPPLY,
    compass: file.compass?.at ?? null,
  }
}

function neighboursOf(file: BoardFile): Map<string, string[]> {
  const pairs = file.borders.map((border) => border.split('-'))
  const beside = (code: string) =>
    pairs.filter((pair) => pair.includes(code)).map(([one = '', other = '']) => (one === code ? other : one))
  return new Map(file.provinces.map(({ code }) => [code, beside(code)]))
}

/** A line of an outline; a leading `-` says that it is followed backwards. */
function oriented(name: string, lines: Map<string, Point[]>): Point[] {
  const points = lines.get(name.replace(/^-/, '')) ?? []
  return name.startsWith('-') ? [...points].reverse() : points
}

function joined(lines: Point[][]): Point[] {
  return lines.flatMap((line, at) => (at === 0 ? line : line.slice(1)))
}

function landed(province: BoardProvince, path: string, capital: Point): ProvinceDrawing {
  const pieces = province.pieces
  const spots = { R: pieces?.rama ?? [], L: pieces?.lao ?? [], M: pieces?.malay ?? [] }
  const all = FACTIONS.flatMap((faction) => spots[faction])
  const label = province.label ?? { at: [capital[0], capital[1] - 82] as Point }
  return {
    code: province.code,
    names: province.names ?? {},
    home: factionOf(province.home),
    path,
    capital,
    middle: all.length ? mean(all) : capital,
    spots,
    label: { at: label.at, angle: label.angle ?? 0, size: label.size ?? 30 },
  }
}

/** A board without outlines: circles spread out by their borders, and dotted roads between them. */
function graph(file: BoardFile): BoardDrawing {
  const places = spread(
    file.provinces.map((province) => province.code),
    file.borders.map((border) => border.split('-') as [string, string]),
  )
  return {
    name: file.name,
    outlined: false,
    neighbours: neighboursOf(file),
    provinces: file.provinces.map((province) => {
      const at = places.places.get(province.code) ?? [500, 700]
      const path = `M${at[0] - RADIUS} ${at[1]}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0Z`
      const { pieces: _, ...bare } = province
      return {
        ...landed({ ...bare, label: { at: [at[0], at[1] - 62], size: 26 } }, path, at),
        middle: [at[0], at[1] + 24],
      }
    }),
    lines: [],
    rivers: [],
    lands: [],
    islands: [],
    hills: [],
    roads: places.roads,
    seas: [],
    words: [],
    supply: [850, 1262],
    compass: [110, 1290],
  }
}

function word({
  names = {},
  at,
  angle = 0,
  size = 28,
}: {
  names?: Record<string, string>
  at: Point
  angle?: number
  size?: number
}): WordDrawing {
  return { names, at, angle, size }
}
export function polyline(points: Point[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}
function mean(points: Point[]): Point {
  const sum = points.reduce<Point>(([x, y], point) => [x + point[0], y + point[1]], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}
