/** Map files on this device, written by hand (TOML) or carried by a record (JSON): read, and checked as the server does. */

import { parse } from 'smol-toml'
import { FACTION_NAMES } from '../../engine/field'
import type { BoardFile, BoardProvince } from '../../net/protocol'
import { boardHere } from '../boards'
import { BOARDS_HERE } from '../facts'
import { No } from './refusals'

const CHARACTERS = 100_000
const NAME_CHARACTERS = 32
const TEXT_CHARACTERS = 500
const NUMBER_LIMIT = 1_000_000
const DEPTH = 12
const PROVINCES = 8
const VERSION = 1

type Table = Record<string, unknown>

function fail(message: string): never {
  throw new No('invalid', message, 'board_file')
}

/** Read a map; No with what is wrong, in English, if it is none. */
export async function readMap(text: string, builtIn = boardHere): Promise<BoardFile> {
  if (text.length > CHARACTERS) fail(`a map has at most ${CHARACTERS} characters`)
  const content = contentOf(text)
  checkValue(content, DEPTH)
  const file = checked(content as Table)
  if (BOARDS_HERE.includes(file.name) && !sameGraph(file, (await builtIn(file.name))!)) {
    fail(`another map is called ${file.name} already: give this one a name of its own`)
  }
  return file
}

function contentOf(text: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxDepth: 2 * DEPTH })
  } catch (problem) {
    return fail(problem instanceof Error ? problem.message.split('\n')[0]! : String(problem))
  }
}

/** Refuse what has no place in a map, wherever it stands. */
function checkValue(value: unknown, depth: number): void {
  if (depth < 0) fail(`tables and lists stand in each other ${DEPTH} deep at most`)
  if (typeof value === 'string') checkText(value)
  else if (typeof value === 'number') {
    if (!(Math.abs(value) <= NUMBER_LIMIT)) fail(`a number in a map lies between -${NUMBER_LIMIT} and ${NUMBER_LIMIT}`)
  } else if (Array.isArray(value)) value.forEach((part) => checkValue(part, depth - 1))
  else if (isTable(value)) {
    for (const [key, part] of Object.entries(value)) {
      checkText(key)
      checkValue(part, depth - 1)
    }
  } else if (typeof value !== 'boolean') fail('a map holds texts, numbers, lists and tables, no dates')
}

function checkText(text: string): void {
  if (text.length > TEXT_CHARACTERS) fail(`a text has at most ${TEXT_CHARACTERS} characters`)
  if (/\p{C}|(?! )\p{Z}/u.test(text)) fail('a text in a map has no line breaks or other control characters')
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function checked(content: Table): BoardFile {
  const { name, version = VERSION, borders } = content
  if (typeof name !== 'string' || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) fail('a map needs a name, in plain letters')
  if (name.length > NAME_CHARACTERS) fail(`a map's name has at most ${NAME_CHARACTERS} letters`)
  if (version !== VERSION) fail(`this program reads map files of version ${VERSION}, not ${String(version)}`)
  const provinces = provincesOf(content.provinces)
  const codes = provinces.map(({ code }) => code).sort()
  const pairs = bordersOf(borders, codes)
  checkHomes(provinces)
  checkConnected(codes, pairs)
  checkDrawing(content, provinces, pairs)
  return content as unknown as BoardFile
}

function provincesOf(entries: unknown): BoardProvince[] {
  if (!Array.isArray(entries) || !entries.every(isTable)) fail('a map needs [[provinces]]')
  for (const { code, names = {} } of entries as Table[]) {
    if (typeof code !== 'string' || !/^[a-z]{3}$/.test(code)) fail(`a province's code is three small letters`)
    if (!isTable(names) || !Object.values(names).every((name) => typeof name === 'string')) {
      fail(`the names of ${code} are texts by language`)
    }
  }
  const provinces = entries as unknown as BoardProvince[]
  const codes = provinces.map(({ code }) => code)
  const twice = codes.find((code, at) => codes.indexOf(code) !== at)
  if (twice !== undefined) fail(`two provinces are called ${twice}`)
  if (codes.length !== PROVINCES) fail(`a map has eight provinces, not ${codes.length}`)
  return provinces
}

function checkHomes(provinces: readonly BoardProvince[]): void {
  const homes = provinces.flatMap(({ home }) => (home === undefined ? [] : [home as string]))
  const unknown = homes.find((home) => !FACTION_NAMES.includes(home))
  if (unknown !== undefined) fail(`home is rama, lao or malay, not ${unknown}`)
  const twice = homes.find((home, at) => homes.indexOf(home) !== at)
  if (twice !== undefined) fail(`${twice} has two homes`)
  const missing = FACTION_NAMES.find((name) => !homes.includes(name))
  if (missing !== undefined) fail(`${missing} has no home`)
}

/** The borders as pairs in alphabetical order. */
function bordersOf(borders: unknown, codes: readonly string[]): [string, string][] {
  if (!Array.isArray(borders)) fail('a map needs borders = ["aaa-bbb", …]')
  const seen = new Set<string>()
  return borders.map((border: unknown) => {
    const ends = typeof border === 'string' ? border.split('-').sort() : []
    const [a, b] = ends
    if (ends.length !== 2 || a === b || !codes.includes(a!) || !codes.includes(b!)) {
      fail(`a border joins two known provinces, not ${String(border)}`)
    }
    if (seen.has(`${a}-${b}`)) fail(`the border ${String(border)} stands there twice`)
    seen.add(`${a}-${b}`)
    return [a!, b!]
  })
}

function checkConnected(codes: readonly string[], pairs: readonly [string, string][]): void {
  const reached = new Set([codes[0]!])
  for (let before = 0; before < reached.size;) {
    before = reached.size
    for (const [a, b] of pairs) if (reached.has(a) || reached.has(b)) reached.add(a).add(b)
  }
  const lost = codes.find((code) => !reached.has(code))
  if (lost !== undefined) fail(`no way leads from ${codes[0]} to ${lost}`)
}

/** Refuse a drawing in which two provinces share a line without being neighbours, or the other way round. */
function checkDrawing(content: Table, provinces: readonly BoardProvince[], borders: readonly [string, string][]): void {
  const undrawn = provinces.find(({ outline }) => outline === undefined)
  if (provinces.every(({ outline }) => outline === undefined)) return
  if (undrawn) fail(`${undrawn.code}: either all provinces have an outline or none`)
  const lines = linesOf(content.lines)
  const users = new Map<string, string[]>()
  for (const province of [...provinces].sort((a, b) => (a.code < b.code ? -1 : 1))) {
    for (const name of outlineOf(province, lines)) {
      const codes = users.get(name) ?? []
      users.set(name, [...codes, province.code])
      if (codes.length > 1) fail(`${name}: a line has at most two provinces, not ${users.get(name)!.join(', ')}`)
    }
  }
  const shared = [...users.values()].filter((codes) => codes.length === 2).map((codes) => codes.join('-'))
  const bordering = borders.map((pair) => pair.join('-'))
  const lineOnly = shared.find((pair) => !bordering.includes(pair))
  if (lineOnly) fail(`${lineOnly}: they share a line but no border`)
  const borderOnly = bordering.find((pair) => !shared.includes(pair))
  if (borderOnly) fail(`${borderOnly}: they share a border but no line`)
}

function linesOf(entries: unknown): Map<string, unknown[]> {
  if (!Array.isArray(entries)) fail('lines: outlines need [[lines]]')
  const lines = new Map<string, unknown[]>()
  for (const entry of entries as unknown[]) {
    const { name, points } = isTable(entry) ? entry : {}
    if (typeof name !== 'string' || lines.has(name)) fail(`${String(name)}: every line has a name of its own`)
    if (!Array.isArray(points) || points.length < 2 || !points.every(isPoint)) {
      fail(`${name}: a line is at least two points [x, y]`)
    }
    lines.set(name, points)
  }
  return lines
}

function isPoint(point: unknown): boolean {
  return Array.isArray(point) && point.length === 2 && point.every((one) => typeof one === 'number')
}

/** The names of a province's lines, which close a ring. */
function outlineOf({ code, outline }: BoardProvince, lines: ReadonlyMap<string, unknown[]>): string[] {
  if (!Array.isArray(outline)) fail(`${code}: an outline is a list of lines`)
  const ends = outline.map((reference): [string, string, string] => {
    const name = String(reference).replace(/^-/, '')
    const line = lines.get(name)
    if (!line) fail(`${code}: its outline uses an unknown line ${name}`)
    const [first, last] = [String(line[0]), String(line.at(-1))]
    return reference === name ? [name, first, last] : [name, last, first]
  })
  ends.forEach(([, , end], at) => {
    if (end !== ends[(at + 1) % ends.length]![1]) fail(`${code}: its outline does not close at ${end}`)
  })
  return ends.map(([name]) => name)
}

function sameGraph(one: BoardFile, other: BoardFile): boolean {
  const graph = (file: BoardFile): string =>
    JSON.stringify([
      file.provinces.map(({ code, home }) => `${code} ${home ?? ''}`).sort(),
      file.borders.map((border) => border.split('-').sort().join('-')).sort(),
    ])
  return graph(one) === graph(other)
}
