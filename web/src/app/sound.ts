/** Wood and paper, made on the spot (no files): knocks are ringing sticks, paper is filtered noise. Soft, and easily silenced. */

import { preferences } from './preferences.svelte'

export type Sound = 'card' | 'follower' | 'pass' | 'count' | 'resolved' | 'lost' | 'no' | 'turn' | 'won' | 'over'

/** A wooden stick that is struck: pitch in hertz, how long it rings in seconds, how hard it is struck. */
type Knock = { at?: number; wood: number; rings?: number; force?: number }
/** Paper that is moved: how bright, how long, how hard. */
type Rustle = { at?: number; paper: number; lasts: number; force?: number }

const MARIMBA = 0.5

const SOUNDS: Record<Sound, (Knock | Rustle)[]> = {
  card: [
    { paper: 3400, lasts: 0.1, force: 0.5 },
    { at: 0.07, wood: 190, rings: 0.05, force: 0.35 },
  ],
  follower: [{ wood: 620, rings: 0.06, force: 0.6 }],
  pass: [
    { wood: 150, rings: 0.06, force: 0.6 },
    { at: 0.11, wood: 150, rings: 0.05, force: 0.4 },
  ],
  count: [0, 0.13, 0.26].map((at) => ({ at, wood: 900, rings: 0.03, force: 0.35 })),
  resolved: [
    { wood: 110, rings: 0.16, force: 1 },
    { at: 0.02, paper: 1800, lasts: 0.14, force: 0.4 },
    { at: 0.18, wood: 392, rings: MARIMBA, force: 0.5 },
  ],
  lost: [
    { wood: 98, rings: 0.2, force: 1 },
    { at: 0.05, paper: 900, lasts: 0.3, force: 0.6 },
    { at: 0.22, wood: 233, rings: MARIMBA, force: 0.5 },
  ],
  no: [
    { wood: 240, rings: 0.04, force: 0.5 },
    { at: 0.07, wood: 215, rings: 0.05, force: 0.5 },
  ],
  turn: [
    { wood: 523, rings: MARIMBA, force: 0.5 },
    { at: 0.13, wood: 784, rings: MARIMBA, force: 0.45 },
  ],
  won: [392, 494, 587, 784, 988].map((wood, at) => ({ at: at * 0.11, wood, rings: MARIMBA * 1.4, force: 0.55 })),
  over: [392, 349, 294].map((wood, at) => ({ at: at * 0.2, wood, rings: MARIMBA, force: 0.5 })),
}

/** How long a phone shakes, in milliseconds. */
const SHAKES: Partial<Record<Sound, number | number[]>> = {
  card: 8,
  follower: 6,
  resolved: 24,
  lost: [24, 40, 24],
  no: [14, 30, 14],
  turn: [18, 60, 18],
  won: [20, 60, 20, 60, 60],
}

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

export function play(name: Sound): void {
  // Before somebody has touched the page, browsers allow neither and complain.
  if (!navigator.userActivation.hasBeenActive) return
  const shake = SHAKES[name]
  if (shake && preferences.haptics && 'vibrate' in navigator) navigator.vibrate(shake)
  if (preferences.muted || preferences.volume <= 0) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  for (const part of SOUNDS[name]) {
    if ('wood' in part) knock(context, part)
    else rustle(context, part)
  }
}

/** A struck bar: its own tone, and an overtone that dies at once, as wood has it. */
function knock(on: AudioContext, { at = 0, wood, rings = 0.06, force = 0.5 }: Knock): void {
  for (const [pitch, share, length] of [
    [wood, 1, rings],
    [wood * 3.93, 0.28, rings * 0.22],
  ] as const) {
    const tone = on.createOscillator()
    tone.frequency.value = pitch
    const from = on.currentTime + at
    tone.connect(fading(on, from, length, force * share)).connect(on.destination)
    tone.start(from)
    tone.stop(from + length * 1.6)
  }
  rustle(on, { at, paper: Math.min(5000, wood * 5), lasts: 0.012, force: force * 0.5 })
}

function rustle(on: AudioContext, { at = 0, paper, lasts, force = 0.5 }: Rustle): void {
  const from = on.currentTime + at
  const source = on.createBufferSource()
  source.buffer = noise ??= hiss(on)
  const filter = on.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = paper
  filter.Q.value = 0.8
  source
    .connect(filter)
    .connect(fading(on, from, lasts, force * 0.7))
    .connect(on.destination)
  source.start(from, Math.random() * 0.5, lasts * 2)
}

function fading(on: AudioContext, from: number, length: number, force: number): GainNode {
  const gain = on.createGain()
  gain.gain.setValueAtTime(0.0001, from)
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, preferences.volume * force), from + 0.002)
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length * 1.5)
  return gain
}

function hiss(on: AudioContext): AudioBuffer {
  const buffer = on.createBuffer(1, on.sampleRate, on.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1
  return buffer
}
