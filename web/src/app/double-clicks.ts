/** The second click of two is meant for what got the first: whatever has moved under the pointer meanwhile is left alone. */

const CONTROL = 'button, a, summary, [data-step]'
/** A touch screen does not count its taps: two so near to each other are one double tap. */
const MILLISECONDS = 400
const PIXELS = 24

export function guardDoubleClicks(): void {
  let first: { control: Element | null; at: number; x: number; y: number } | null = null
  const isSecond = (event: PointerEvent): boolean =>
    first !== null &&
    (event.detail > 1 ||
      (event.pointerType === 'touch' &&
        event.timeStamp - first.at < MILLISECONDS &&
        Math.hypot(event.clientX - first.x, event.clientY - first.y) < PIXELS))

  addEventListener(
    'click',
    (event) => {
      if (!(event instanceof PointerEvent) || event.detail === 0) return // by a key or by a program
      const control = event.target instanceof Element ? event.target.closest(CONTROL) : null
      if (first === null || !isSecond(event)) {
        first = { control, at: event.timeStamp, x: event.clientX, y: event.clientY }
        return
      }
      if (control === null || control === first.control) return
      if (control.matches('[data-step]') && first.control?.matches('[data-step]')) return // a step after a step
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
