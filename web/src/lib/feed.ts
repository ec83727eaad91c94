/** The personal feed: says when my tables or the lobby changed. */

import { liveAt } from './base'

/** Call `changed` whenever there is something new; returns how to stop. */
export function openFeed(changed: () => void): () => void {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function connect(): void {
    socket = new WebSocket(liveAt('api/me/live'))
    socket.onmessage = (message) => {
      const { type } = JSON.parse(String(message.data)) as { type: string }
      if (type !== 'bye' && type !== 'pong') changed()
    }
    socket.onclose = () => {
      if (!stopped) timer = setTimeout(connect, 4000)
    }
  }
  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    socket?.close()
  }
}
