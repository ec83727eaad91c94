/** Short sounds made on the spot (no files): off until a volume is chosen. */

import { preferences } from './preferences.svelte'

type Sound = 'card' | 'follower' | 'pass' | 'resolved' | 'turn'

/** Each sound as tones: frequency in hertz, start and length in seconds. */
const TONES: Record<Sound, [number, number, number][]> = {
  card: [[520, 0, 0.05]],
  follower: [[330, 0, 0.07]],
  pass: [[220, 0, 0.08]],
  resolved: [
    [294, 0, 0.18],
    [440, 0.12, 0.25],
  ],
  turn: [
    [587, 0, 0.16],
    [784, 0.14, 0.3],
  ],
}

let context: AudioContext | null = null

export function play(name: Sound): void {
  if (preferences.volume <= 0) return
  context ??= new AudioContext()
  for (const [frequency, start, length] of TONES[name]) {
    const [tone, gain] = [context.createOscillator(), context.createGain()]
    const from = context.currentTime + start
    tone.type = 'triangle'
    tone.frequency.value = frequency
    gain.gain.setValueAtTime(preferences.volume * 0.4, from)
    gain.gain.exponentialRampToValueAtTime(0.001, from + length)
    tone.connect(gain).connect(context.destination)
    tone.start(from)
    tone.stop(from + length)
  }
}
