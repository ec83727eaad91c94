/** Whether a server answers. With a worker that can be asked quietly: it answers for a server that is out of reach. */

import { at, HAS_SERVER } from './base'

/** How the worker (worker.js) marks what it says in place of a server. */
const OUT_OF_REACH = 'Siam-Out-Of-Reach'

/** Whether an answer is the worker's word that no server answered. */
export function isOutOfReach(response: Response): boolean {
  return response.headers.has(OUT_OF_REACH)
}

/** Whether a question to a server that may be away is no failed request: the worker answers for it. */
export function isAskedQuietly(): boolean {
  return Boolean(navigator.serviceWorker?.controller)
}

/** Ask whether the server answers; where nobody can ask quietly, hope that it does. */
export async function serverAnswers(): Promise<boolean> {
  if (!HAS_SERVER) return false
  if (!isAskedQuietly()) return true
  const response = await fetch(at('health'), { cache: 'no-store' }).catch(() => null)
  return response !== null && response.status < 500 && !isOutOfReach(response)
}
