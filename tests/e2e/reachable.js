// Which of the elements would a pointer hit now, and where? A covered one is hit beside what covers it, if it can be.
(selector) => {
  const spots = [0.5, 0.3, 0.7, 0.15, 0.85]
  const open = [...document.querySelectorAll('dialog[open]')].at(-1)
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    if (element.disabled || (open && !open.contains(element))) return []
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) return []
    for (const down of spots)
      for (const along of spots) {
        const [x, y] = [box.x + box.width * along, box.y + box.height * down]
        const hit = document.elementFromPoint(x, y)
        if (!hit || (hit !== element && !element.contains(hit))) continue
        const words = element.getAttribute('aria-label') ?? element.dataset.step ?? element.textContent.trim()
        return [{ x, y, words: words.replace(/\s+/g, ' ').slice(0, 60) }]
      }
    return []
  })
}
