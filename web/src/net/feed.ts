/** The personal feed: says when my tables or the lobby changed. */

import { Line } from './line'
import type { FeedMessage } from './protocol'

/** Call `changed` whenever there is something new; returns how to stop. */
export function openFeed(changed: () => void): () => void {
  const line = new Line({
    path: () => 'api/me/live',
    heard: (text) => {
      const message = JSON.parse(text) as FeedMessage
      switch (message.type) {
        case 'my_turn':
        case 'my_tables':
        case 'invited':
        case 'lobby':
          return changed()
        case 'bye':
        case 'pong':
          return
        default:
          return message satisfies never
      }
    },
    opened: (anew) => {
      if (anew) changed()
    },
  })
  return () => line.close()
}
