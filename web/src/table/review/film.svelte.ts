/** A game that plays by itself, turn after turn, until somebody stops it or it is over. */

export const SPEEDS = [0.5, 1, 2, 4]
/** From this speed on nothing travels over the board: each turn is shown as it ended. */
const STILL_FROM = 4
/** How long a turn is left to be read, at speed 1. */
const READING_SECONDS = 1.6

export class Film {
  playing = $state(false)
  speed = $state(1)

  get still(): boolean {
    return this.speed >= STILL_FROM
  }

  toggle(): void {
    this.playing = !this.playing
  }

  stop(): void {
    this.playing = false
  }

  /** Call this once what happens has been shown; gives how to call it off. */
  wait(next: () => void): () => void {
    const timer = setTimeout(next, (READING_SECONDS * 1000) / this.speed)
    return () => clearTimeout(timer)
  }
}
