/** A table as it is kept on the device. Its log is the truth; everything that is shown follows from it. */

import type { Analysis, BoardFile, Options } from '../../net/protocol'

export interface Chair {
  kind: 'player' | 'here' | 'bot'
  name: string | null
  level: string | null
}

/** One line of a log; its version is its place in it, from 1. Seats count from 1. */
export interface LogChange {
  kind: 'start' | 'move' | 'take_back' | 'resign'
  seat: number | null
  /** When, in milliseconds. */
  at: number
  move?: string
  /** Nobody had a choice. */
  auto?: boolean
  /** The turn that is again the last one. */
  to?: number
}

export interface Kept {
  id: string
  name: string | null
  board: BoardFile
  options: Options
  chairs: Chair[]
  created: number
  setup: string
  log: LogChange[]
  rematch: string | null
  of: string | null
  analysis: Analysis | null
}

/** Where tables are kept. */
export interface Store {
  /** Whether what is kept survives the window. */
  readonly lasts: boolean
  all(): Promise<Kept[]>
  get(id: string): Promise<Kept | undefined>
  /** Keep a table whose log had so many lines; says false if it has others by now. */
  put(table: Kept, before: number): Promise<boolean>
  remove(id: string): Promise<void>
}

/** Tables that are forgotten with the window: where a browser keeps nothing. */
export class PassingStore implements Store {
  readonly lasts = false
  #tables = new Map<string, Kept>()

  all(): Promise<Kept[]> {
    return Promise.resolve([...this.#tables.values()].map((table) => structuredClone(table)))
  }
  get(id: string): Promise<Kept | undefined> {
    return Promise.resolve(structuredClone(this.#tables.get(id)))
  }
  put(table: Kept, before: number): Promise<boolean> {
    const free = (this.#tables.get(table.id)?.log.length ?? 0) === before
    if (free) this.#tables.set(table.id, structuredClone(table))
    return Promise.resolve(free)
  }
  remove(id: string): Promise<void> {
    this.#tables.delete(id)
    return Promise.resolve()
  }
}

const TABLES = 'tables'

/** Tables in the browser's own database, shared by all windows. */
export class LastingStore implements Store {
  readonly lasts = true
  #database: IDBDatabase

  private constructor(database: IDBDatabase) {
    this.#database = database
    // Another window brings a newer form: let it.
    database.onversionchange = () => database.close()
  }

  static async open(name: string): Promise<LastingStore> {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'id' })
    return new LastingStore(await answered(request))
  }

  all(): Promise<Kept[]> {
    return answered(this.#tables('readonly').getAll() as IDBRequest<Kept[]>)
  }
  get(id: string): Promise<Kept | undefined> {
    return answered(this.#tables('readonly').get(id) as IDBRequest<Kept | undefined>)
  }
  async put(table: Kept, before: number): Promise<boolean> {
    const tables = this.#tables('readwrite')
    const done = finished(tables.transaction)
    const known = await answered(tables.get(table.id) as IDBRequest<Kept | undefined>)
    const free = (known?.log.length ?? 0) === before
    if (free) tables.put(table)
    await done
    return free
  }
  async remove(id: string): Promise<void> {
    await answered(this.#tables('readwrite').delete(id))
  }

  #tables(mode: IDBTransactionMode): IDBObjectStore {
    return this.#database.transaction(TABLES, mode).objectStore(TABLES)
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database does not answer'))
  })
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the database has no room'))
  })
}
