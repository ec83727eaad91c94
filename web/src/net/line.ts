/** A live line to the server, or to a table of this device: the only place where a WebSocket is opened. It comes back after a disconnect, and when who I am changes. */

import { HereSocket } from '../local/page/door'
import { isAboutHere } from '../local/ids'
import { HAS_SERVER, liveAt } from './base'
import { serverAnswers } from './reach'
import type { Outgoing } from './protocol'
import { onNewIdentity, refreshSession } from '../app/session.svelte'

export interface Ends {
  /** Where to connect; asked anew each time. */
  path: () => string
  heard: (message: string) => void
  /** The line is open; `anew` if somebody else sits at this end than before. */
  opened?: (anew: boolean) => void
  /** The line broke, `tries` times in a row; it is opened again by itself, unless this returns false. */
  broken?: (code: number, tries: number) => boolean
}

const SESSION_ENDED = 4401
/** As a browser closes a line that could not be opened. */
const NOT_THERE = 1006

export class Line {
  #ends: Ends
  #socket: WebSocket | HereSocket | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #tries = 0
  #isHere = false
  /** Counts the questions whether there is a server: an answer to an earlier one is not taken. */
  #asked = 0
  #closed = false
  #forget: () => void

  constructor(ends: Ends) {
    this.#ends = ends
    this.#forget = onNewIdentity(() => this.#connect(true))
    this.#connect(false)
  }

  /** Send something, if the line is open. */
  send(message: Outgoing): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Do not wait any longer before the next try. */
  hurry(): void {
    if (this.#socket === null && !this.#closed) void this.#again(false)
  }

  close(): void {
    this.#closed = true
    this.#forget()
    clearTimeout(this.#timer)
    if (this.#socket) giveUp(this.#socket)
  }

  /** Open a socket; one that was open is given up, and nothing is heard from it any more. */
  #connect(anew: boolean): void {
    clearTimeout(this.#timer)
    const given = this.#socket
    const path = this.#ends.path()
    this.#isHere = isAboutHere(path)
    if (!HAS_SERVER && !this.#isHere) return
    const socket: WebSocket | HereSocket = this.#isHere ? new HereSocket(path) : new WebSocket(liveAt(path))
    this.#socket = socket
    if (given) giveUp(given)
    socket.onopen = () => {
      this.#tries = 0
      if (socket === this.#socket) this.#ends.opened?.(anew)
    }
    socket.onmessage = (message: { data: unknown }) => {
      if (socket === this.#socket) this.#ends.heard(String(message.data))
    }
    socket.onclose = (event: { code: number }) => {
      if (this.#closed || socket !== this.#socket) return
      this.#socket = null
      if (event.code === SESSION_ENDED) void refreshSession()
      this.#broke(event.code, anew)
    }
  }

  #broke(code: number, anew: boolean): void {
    this.#tries += 1
    if (this.#ends.broken?.(code, this.#tries) === false) return
    const seconds = Math.min(8, 0.3 * 2 ** Math.min(this.#tries, 5)) * (0.75 + Math.random() / 2)
    this.#timer = setTimeout(() => void this.#again(anew), seconds * 1000)
  }

  /** Open the line again, if anybody is at its other end. */
  async #again(anew: boolean): Promise<void> {
    clearTimeout(this.#timer)
    const asked = ++this.#asked
    const answers = this.#isHere || (await serverAnswers())
    if (this.#closed || this.#socket || asked !== this.#asked) return
    if (answers) this.#connect(anew)
    else this.#broke(NOT_THERE, anew)
  }
}

/** Close a socket; one that is still being opened can't be closed in good order before it is open. */
function giveUp(socket: WebSocket | HereSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}
