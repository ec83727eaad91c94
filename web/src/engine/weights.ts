/** Reading the weights that ship with the package: an archive of arrays in half precision (NumPy's `.npz`). */

export interface Weights {
  units: number
  outputs: number
  /** Inputs, bias, outputs and their bias, one after another. */
  halves: Uint16Array
}

const NAMES = ['inputs', 'bias', 'outputs', 'output_bias']
const END_OF_ARCHIVE = 0x06054b50

/** Read weights from the bytes of their file. */
export async function readWeights(file: ArrayBuffer): Promise<Weights> {
  const view = new DataView(file)
  let end = file.byteLength - 22
  while (view.getUint32(end, true) !== END_OF_ARCHIVE) end--
  const arrays = new Map<string, { shape: number[]; halves: Uint16Array }>()
  let entry = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((at) => view.getUint16(entry + at, true)) as [
      number,
      number,
      number,
    ]
    const name = new TextDecoder().decode(new Uint8Array(file, entry + 46, nameLength))
    const place = view.getUint32(entry + 42, true)
    const start = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true)
    const packed = new Uint8Array(file, start, view.getUint32(entry + 20, true))
    arrays.set(name.replace('.npy', ''), arrayOf(view.getUint16(entry + 10, true) ? await inflated(packed) : packed))
    entry += 46 + nameLength + extraLength + noteLength
  }
  const parts = NAMES.map((name) => arrays.get(name)!)
  const halves = new Uint16Array(parts.reduce((sum, part) => sum + part.halves.length, 0))
  let place = 0
  for (const part of parts) {
    halves.set(part.halves, place)
    place += part.halves.length
  }
  return { units: parts[1]!.shape[0]!, outputs: parts[2]!.shape[0]!, halves }
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Read one array of sixteen-bit floats. */
function arrayOf(bytes: Uint8Array): { shape: number[]; halves: Uint16Array } {
  const length = bytes[8]! + 256 * bytes[9]!
  const header = new TextDecoder().decode(bytes.subarray(10, 10 + length))
  if (!header.includes("'<f2'") || header.includes("'fortran_order': True"))
    throw new Error('not weights in half precision')
  const shape = /'shape': \(([^)]*)\)/
    .exec(header)![1]!
    .split(',')
    .filter((number) => number.trim())
    .map(Number)
  const data = bytes.slice(10 + length)
  return { shape, halves: new Uint16Array(data.buffer, 0, data.length / 2) }
}
