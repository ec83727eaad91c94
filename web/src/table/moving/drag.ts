/** Dragging: a card to the board, a follower to where it goes. Dropping is choosing; tapping does the same. */

import type { Deciding } from '../../play/deciding.svelte'
import { isCell } from '../../play/move.svelte'

interface DragDeeds {
  /** Choose the step that the drag begins with; false if it can't be chosen. */
  begin: (step: string) => boolean
  /** Choose the step under the pointer. */
  drop: (step: string) => void
  /** Dropped where nothing can be chosen. */
  cancel: (started: string, over: Element | null) => void
}

function deedsOf(deciding: Deciding): DragDeeds {
  let picking: Promise<void> = Promise.resolve()
  return {
    begin(step) {
      if (!deciding.legal.includes(step) && !(deciding.myTurn && deciding.first.includes(step))) return false
      // First the card is seen to follow the pointer, then the board lights up: two short tasks instead of a long one.
      picking = new Promise<void>((begun) => setTimeout(begun)).then(() => deciding.pick(step))
      return true
    },
    drop(step) {
      void picking.then(() => deciding.pick(step))
    },
    cancel(step, over) {
      void picking.then(() => {
        const kept = isCell(step) ? over?.closest('[data-drop="court"]') : over?.closest('.board')
        if (!kept && deciding.making.steps.at(-1) === step) deciding.undo()
      })
    },
  }
}

const FAR_ENOUGH = 9

/** Attach to the element around everything that can be dragged (`data-drag`, or a follower's `data-step`). */
export function draggable(deciding: Deciding) {
  return (root: HTMLElement): (() => void) => {
    const deeds = deedsOf(deciding)
    let held: { step: string; source: Element; x: number; y: number; id: number; ghost: HTMLElement | null } | null =
      null
    let frame = 0
    let at = ''

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary) return
      const source = (event.target as Element).closest('[data-drag], [data-step*="@"]')
      const step = source?.getAttribute('data-drag') ?? source?.getAttribute('data-step')
      if (!source || !step) return
      held = { step, source, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null }
    }
    function move(event: PointerEvent): void {
      if (!held || event.pointerId !== held.id) return
      if (!held.ghost) {
        if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR_ENOUGH) return
        held.ghost = ghostOf(held.source, held.step)
        if (!deeds.begin(held.step)) return end()
        held.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`
        document.body.append(held.ghost)
        document.body.classList.add('dragging')
        addEventListener('selectstart', prevent)
      }
      at = `translate(${event.clientX}px, ${event.clientY}px)`
      frame ||= requestAnimationFrame(follow)
    }
    /** Once a frame is enough, however often the pointer reports. */
    function follow(): void {
      frame = 0
      if (held?.ghost) held.ghost.style.transform = at
    }
    function up(event: PointerEvent): void {
      if (!held || event.pointerId !== held.id) return
      const { ghost, step } = held
      end()
      if (!ghost) return
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
      const over = document.elementFromPoint(event.clientX, event.clientY)
      const target = over?.closest('[data-step]')?.getAttribute('data-step')
      if (target && target !== step) deeds.drop(target)
      else deeds.cancel(step, over)
    }
    function end(): void {
      held?.ghost?.remove()
      document.body.classList.remove('dragging')
      removeEventListener('selectstart', prevent)
      held = null
    }
    function prevent(event: Event): void {
      event.preventDefault()
    }
    function swallow(event: Event): void {
      event.stopPropagation()
      event.preventDefault()
    }

    root.addEventListener('pointerdown', down)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', end)
    return () => {
      end()
      root.removeEventListener('pointerdown', down)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', end)
    }
  }
}

/** What hangs at the pointer: a copy of the card, or the follower. */
function ghostOf(source: Element, step: string): HTMLElement {
  const ghost = document.createElement('div')
  ghost.className = 'drag-ghost'
  if (step.includes('@')) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
    svg.setAttribute('viewBox', '0 0 40 40')
    use.setAttribute('href', `#piece-${step.charAt(0)}`)
    svg.append(use)
    ghost.append(svg)
  } else {
    const copy = source.cloneNode(true) as HTMLElement
    copy.removeAttribute('data-step')
    copy.style.width = `${source.getBoundingClientRect().width}px`
    copy.style.height = `${source.getBoundingClientRect().height}px`
    ghost.append(copy)
    ghost.classList.add('card-ghost')
  }
  return ghost
}
