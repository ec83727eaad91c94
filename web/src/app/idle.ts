/** Work that can wait until the page has nothing else to do, and that nobody pays for who saves data. */

const LATEST_MS = 2000

interface Connection {
  saveData?: boolean
}

/** Do something once the page is idle, unless data is to be saved; gives how to call it off. */
export function whenIdle(deed: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: Connection }
  if (connection?.saveData) return () => {}
  if (typeof requestIdleCallback !== 'function') {
    const later = setTimeout(deed, LATEST_MS)
    return () => clearTimeout(later)
  }
  const later = requestIdleCallback(deed, { timeout: LATEST_MS })
  return () => cancelIdleCallback(later)
}
