/** The talk at a table as one person has it: what was not seen yet, and silence for whoever wants it. Kept in this browser. */

import { session } from '../../app/session.svelte'
import type { LiveTable } from '../../net/live.svelte'
import type { ChatLine } from '../../net/protocol'
import { announce } from '../../words/announcer.svelte'
import { t } from '../../words/i18n'

const KEPT_AS = 'siam.talk'
/** So many tables are remembered. */
const TABLES = 50

interface Kept {
  /** The latest line that was seen. */
  seen: number
  muted: boolean
}

export class Talk {
  #live: LiveTable
  #kept: Kept
  /** The latest line that was said aloud; null until the first view is there. */
  #heard: number | null = null
  seen = $state(0)
  muted = $state(false)
  /** Whether the lines can be seen just now. */
  #inSight = false

  constructor(live: LiveTable) {
    this.#live = live
    this.#kept = everyTable()[live.id] ?? { seen: 0, muted: false }
    this.seen = this.#kept.seen
    this.muted = this.#kept.muted
  }

  /** How many lines of others were not seen yet. */
  get unread(): number {
    return this.muted ? 0 : this.#live.chat.filter((line) => line.n > this.seen && !this.#isMine(line)).length
  }

  mute(muted: boolean): void {
    this.muted = muted
    this.#keep()
  }

  /** The lines came into sight or went out of it. */
  look(inSight: boolean): void {
    this.#inSight = inSight
    this.hear()
  }

  /** Take in what was said: aloud for whoever listens, and as seen if it is in sight. */
  hear(): void {
    const { chat } = this.#live
    const last = chat.at(-1)?.n ?? 0
    const fresh = this.#heard === null ? [] : chat.filter((line) => line.n > (this.#heard ?? 0))
    if (this.#live.version > 0) this.#heard = last
    if (!this.muted) {
      for (const line of fresh) if (!this.#isMine(line)) announce(`${line.name}: ${lineWords(line)}`)
    }
    if (this.#inSight && !this.muted && document.visibilityState === 'visible' && last > this.seen) {
      this.seen = last
      this.#keep()
    }
  }

  #isMine(line: ChatLine): boolean {
    return line.player !== null && line.player === session.me?.id
  }

  #keep(): void {
    const others = Object.entries(everyTable()).filter(([id]) => id !== this.#live.id)
    const kept = Object.fromEntries([
      ...others.slice(1 - TABLES),
      [this.#live.id, { seen: this.seen, muted: this.muted }],
    ])
    localStorage.setItem(KEPT_AS, JSON.stringify(kept))
  }
}

function everyTable(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? '{}') as Record<string, Kept>
  } catch {
    return {}
  }
}

export function lineWords(line: ChatLine): string {
  return line.greeting ? greetingWords(line.greeting) : (line.text ?? '')
}

export function greetingWords(greeting: string): string {
  switch (greeting) {
    case 'hello':
      return t('Hello!')
    case 'good_luck':
      return t('Good luck!')
    case 'well_played':
      return t('Well played!')
    case 'thanks':
      return t('Thank you!')
    case 'thinking':
      return t('I am thinking …')
    case 'sorry':
      return t('Sorry!')
    case 'bye':
      return t('Goodbye!')
    default:
      return greeting
  }
}
