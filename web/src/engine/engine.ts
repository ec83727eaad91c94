/** The engine's module: its functions, and views of its memory. What it knows of the game it knows from Python. */

import type { Address, Exports } from './exports'

export class Engine {
  readonly exports: Exports

  private constructor(exports: Exports) {
    this.exports = exports
  }

  /** Start the module from its bytes, or from an answer that brings them. */
  static async load(source: BufferSource | Response | PromiseLike<Response>): Promise<Engine> {
    const given = await source
    const bytes = given instanceof Response ? await given.arrayBuffer() : given
    const { instance } = await WebAssembly.instantiate(bytes)
    return new Engine(instance.exports as unknown as Exports)
  }

  /** Make room for so many bytes. */
  room(bytes: number): Address {
    const address = this.exports.room(bytes)
    if (address === 0) throw new Error('there is no memory left for the engine')
    return address
  }

  /** Look at integers in the module's memory. A view is good until the module is called again: memory may grow. */
  integers(address: Address, count: number): Int32Array {
    return new Int32Array(this.exports.memory.buffer, address, count)
  }

  floats(address: Address, count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, address, count)
  }

  words(address: Address, count: number): BigUint64Array {
    return new BigUint64Array(this.exports.memory.buffer, address, count)
  }

  bytes(address: Address, count: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, address, count)
  }

  /** Let a function work with a piece of memory of so many bytes, which is given back after it. */
  using<T>(bytes: number, work: (address: Address) => T): T {
    const address = this.room(bytes)
    try {
      return work(address)
    } finally {
      this.exports.give_back(address)
    }
  }
}
