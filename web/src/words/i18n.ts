/** Every sentence a person reads. The msgid is the English sentence with {placeholders}; catalogues are JSON by language. */

export type Params = Record<string, string | number>
/** msgid (the singular one of a plural) to its translation, or to the translations of its plural forms. */
export type Catalogue = { plural?: string; messages: Record<string, string | string[]> }

export const LANGUAGES: Record<string, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
}

let language = 'en'
let messages: Record<string, string | string[]> = {}

export function currentLanguage(): string {
  return language
}

/** Load a language's catalogue; English needs none. The page is drawn anew afterwards. */
export async function loadLanguage(wanted: string): Promise<void> {
  if (wanted !== 'en' && wanted in LANGUAGES) {
    const response = await fetch(new URL(`catalogues/${wanted}.json`, document.baseURI))
    messages = response.ok ? ((await response.json()) as Catalogue).messages : {}
    language = response.ok ? wanted : 'en'
  } else {
    messages = {}
    language = 'en'
  }
  document.documentElement.lang = language
}

/** The language asked for earlier, else the browser's, else English. */
export function preferredLanguage(chosen: string | null): string {
  const wishes = [chosen, ...navigator.languages]
  return wishes.map((wish) => wish?.slice(0, 2).toLowerCase() ?? '').find((wish) => wish in LANGUAGES) ?? 'en'
}

export function t(msgid: string, params: Params = {}): string {
  const found = messages[msgid]
  return fill((Array.isArray(found) ? found[0] : found) || msgid, params)
}

/** A sentence with a count; `n` is also the placeholder {n}. All our languages have the two plural forms of English or French. */
export function tn(one: string, many: string, n: number, params: Params = {}): string {
  const singular = language === 'fr' ? n < 2 : n === 1
  const found = messages[one]
  const text = Array.isArray(found) ? found[singular ? 0 : 1] : undefined
  return fill(text || (singular ? one : many), { n: number(n), ...params })
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value)
}

export function percent(share: number): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

export function day(iso: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso))
}

/** An instant: today by the clock alone. */
export function moment(iso: string): string {
  const at = new Date(iso)
  const today = at.toDateString() === new Date().toDateString()
  const style = today ? ({ timeStyle: 'short' } as const) : ({ dateStyle: 'short', timeStyle: 'short' } as const)
  return new Intl.DateTimeFormat(language, style).format(at)
}

/** A list of names as the language joins it: "Anna, Bertha and Carl". */
export function listed(names: string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

/** The sentence cut at its placeholders, for sentences with pieces drawn inside them. */
export function parts(msgid: string): { text?: string; slot?: string }[] {
  const found = messages[msgid]
  const sentence = (typeof found === 'string' && found) || msgid
  return sentence
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith('{') ? { slot: piece.slice(1, -1) } : { text: piece }))
}

function fill(sentence: string, params: Params): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole))
}
