/** Markdown as our own pages use it: headings, paragraphs, lists, tables, code, emphasis and links. Text is never trusted as HTML. */

export type Inline =
  { kind: 'text' | 'strong' | 'em' | 'code'; text: string } | { kind: 'link'; text: string; href: string }
export type Block =
  | { kind: 'heading'; level: number; id: string | null; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }

const LIST = /^(?:[-*]|\d+\.)\s+/

export function blocks(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const found: Block[] = []
  let at = 0
  const take = (matching: (line: string) => boolean): string[] => {
    const taken: string[] = []
    while (at < lines.length && matching(lines[at]!)) taken.push(lines[at++]!)
    return taken
  }
  while (at < lines.length) {
    const line = lines[at]!
    const heading = /^(#{1,5})\s+(.*)$/.exec(line)
    if (heading) {
      found.push({
        kind: 'heading',
        level: heading[1]!.length,
        id: paragraphOf(heading[2]!),
        text: inline(heading[2]!),
      })
      at += 1
    } else if (line.startsWith('```')) {
      at += 1
      found.push({ kind: 'code', text: take((one) => !one.startsWith('```')).join('\n') })
      at += 1
    } else if (line.startsWith('|')) {
      const [head, , ...rows] = take((one) => one.startsWith('|')).map(cells)
      found.push({ kind: 'table', head: head ?? [], rows })
    } else if (LIST.test(line)) {
      found.push({ kind: 'list', ordered: /^\d/.test(line), items: items(take((one) => one.trim() !== '')) })
    } else if (line.trim() === '') at += 1
    else found.push({ kind: 'paragraph', text: inline(take(isProse).join(' ')) })
  }
  return found
}

function isProse(line: string): boolean {
  return line.trim() !== '' && !/^(#{1,5}\s|\||```)/.test(line) && !LIST.test(line)
}

/** "§5.6 Maharacha" is the paragraph 5.6; a heading without a number has no address. */
function paragraphOf(heading: string): string | null {
  return /§(\d+(?:\.\d+)*)/.exec(heading)?.[1] ?? null
}

function cells(row: string): Inline[][] {
  return row
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))
}

function items(lines: string[]): Inline[][] {
  const texts: string[] = []
  for (const line of lines) {
    if (LIST.test(line)) texts.push(line.replace(LIST, ''))
    else texts[texts.length - 1] += ` ${line.trim()}`
  }
  return texts.map(inline)
}

export function inline(text: string): Inline[] {
  const found: Inline[] = []
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g
  let from = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) found.push({ kind: 'text', text: text.slice(from, match.index) })
    const [, code, strong, em, words, href] = match
    if (code !== undefined) found.push({ kind: 'code', text: code })
    else if (strong !== undefined) found.push({ kind: 'strong', text: strong })
    else if (em !== undefined) found.push({ kind: 'em', text: em })
    else found.push({ kind: 'link', text: words ?? '', href: href ?? '' })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) })
  return found
}
