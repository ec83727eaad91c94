/** What the table shows while things happen: a telling, drawn on this page. */

import { announce } from '../words/announcer.svelte'
import { motionIsOff, preferences } from '../app/preferences.svelte'
import { play as sound } from '../app/sound'
import { eventSentence, entrySentence, type Cast } from '../words/sentences'
import { TRAVEL, Telling, type Act, type How, type Way } from './telling'
import type { Entry, Faction, GameEvent, State } from '../net/protocol'

/** A follower on its way from one place of the page to another. */
export interface Flight {
  id: number
  faction: Faction
  from: DOMRect
  to: DOMRect
  seconds: number
}

export class Stage {
  /** The state that is drawn; it runs behind the truth while an animation plays. Only the telling writes it. */
  shown = $state.raw<State | null>(null)
  flights = $state.raw<Flight[]>([])
  /** The event that is being shown, for the caption and the board. */
  current = $state.raw<GameEvent | null>(null)
  /** Whether it is being prepared, under way, or done. */
  act = $state.raw<Act>('after')
  playing = $state(false)
  /** The version up to which the log may be read without giving away what is still to be shown. */
  told = $state.raw(Infinity)

  #telling: Telling<Flight>
  #nextFlight = 1

  constructor(cast: () => Cast) {
    this.#telling = new Telling<Flight>({
      draw: (picture) => {
        this.shown = picture.shown
        this.current = picture.current
        this.act = picture.act
        this.flights = picture.flights
        this.playing = picture.playing
        this.told = picture.told
      },
      launch: (ways) => ways.flatMap((way) => this.#flight(way)),
      announce: (told) => announce('event' in told ? eventSentence(told, cast()) : entrySentence(told, cast())),
      sound,
      wait: (seconds, hurry) => pause((seconds * 1000) / preferences.pace, hurry),
      still: motionIsOff,
    })
  }

  /** Show a state at once, without telling how it came about. */
  settle(state: State): void {
    this.#telling.settle(state)
  }

  /** Tell these entries one after another and end with `state`. The first `skip` events are already shown (a preview). */
  tell(entries: Entry[], state: State, how: How = {}): void {
    this.#telling.tell(entries, state, how)
  }

  /** Show the end of what is being told. */
  skip(): void {
    this.#telling.skip()
  }

  #flight({ faction, from, to }: Way): Flight[] {
    const [start, end] = [placeOf(from), placeOf(to)]
    const seconds = TRAVEL / preferences.pace
    return start && end ? [{ id: this.#nextFlight++, faction, from: start, to: end, seconds }] : []
  }
}

function pause(milliseconds: number, hurry: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    hurry.addEventListener('abort', done)
    function done(): void {
      clearTimeout(timer)
      hurry.removeEventListener('abort', done)
      resolve()
    }
  })
}

/** Where something is on the page: the first visible element that carries the anchor, else its province or panel. */
function placeOf(anchor: string): DOMRect | null {
  const wider = anchor.includes('@') ? anchor.slice(2) : anchor.split(':').slice(0, 2).join(':')
  for (const name of [anchor, wider, anchor.split(':')[0] ?? '']) {
    for (const element of document.querySelectorAll(`[data-anchor="${name}"]`)) {
      const rect = element.getBoundingClientRect()
      if (rect.width > 0) return rect
    }
  }
  return null
}
