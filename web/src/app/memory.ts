/** Small things that this browser remembers by name. Where it remembers nothing, they last as long as the page. */

export interface Memory {
  get(name: string): string | null
  set(name: string, value: string): void
  remove(name: string): void
  clear(): void
}

/** A browser's storage, which may be forbidden, full, or not there at all. */
export function memoryIn(storage: () => Storage): Memory {
  const forgotten = new Map<string, string>()
  const attempt = <T>(deed: (storage: Storage) => T): T | null => {
    try {
      return deed(storage())
    } catch {
      return null
    }
  }
  return {
    get: (name) => forgotten.get(name) ?? attempt((kept) => kept.getItem(name)),
    set: (name, value) => {
      forgotten.delete(name)
      const isKept = attempt((kept) => {
        kept.setItem(name, value)
        return true
      })
      if (!isKept) forgotten.set(name, value)
    },
    remove: (name) => {
      forgotten.delete(name)
      attempt((kept) => kept.removeItem(name))
    },
    clear: () => {
      forgotten.clear()
      attempt((kept) => kept.clear())
    },
  }
}

/** What outlives the window. */
export const lasting = memoryIn(() => localStorage)
/** What a window remembers through reloads. */
export const ofThisWindow = memoryIn(() => sessionStorage)
