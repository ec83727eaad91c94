/** Whoever plays by keys finds the next choice under the focus: a choice that was made is gone, and the focus with it. */

export function keepsFocus(table: HTMLElement): () => void {
  let byKeys = false
  const keyed = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) byKeys = true
  }
  const pointed = () => (byKeys = false)
  const observer = new MutationObserver(() => {
    if (byKeys && (document.activeElement === null || document.activeElement === document.body))
      nextChoice(table)?.focus()
  })
  observer.observe(table, { childList: true, subtree: true, attributeFilter: ['data-step', 'disabled'] })
  addEventListener('keydown', keyed, { capture: true })
  addEventListener('pointerdown', pointed, { capture: true })
  return () => {
    observer.disconnect()
    removeEventListener('keydown', keyed, { capture: true })
    removeEventListener('pointerdown', pointed, { capture: true })
  }
}

/** Confirming a whole move, else the first thing that can be chosen now. */
function nextChoice(table: HTMLElement): HTMLElement | SVGElement | null {
  const choices = table.querySelectorAll<HTMLElement | SVGElement>('[data-confirm]:not(:disabled), [data-step]')
  const shown = [...choices].filter((choice) => choice.checkVisibility())
  return shown.find((choice) => choice.matches('[data-confirm]')) ?? shown[0] ?? null
}
