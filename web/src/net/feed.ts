/** The personal feed: says when my tables or the lobby changed. */

import { Line } from './line'

/** Call `changed` whenever there is something new; returns how to stop. */
export function openFeed(changed: () => void): () => void {
  const line = new Line({
    path: () => 'api/me/live',
    heard: (text) => {
      const { type } = JSON.parse(text) as { type: string }
      if (type !== 'bye' && type !== 'pong') changed()
    },
    opened: (anew) => {
      if (anew) changed()
    },
  })
  return () => line.close()
}
