/** Pinch, wheel with Ctrl and double tap enlarge the board; one finger then moves it. */

const MOST = 3.5

interface Grip {
  x: number
  y: number
}

/** Attach to the board's <svg>; its first <g class="zoomed"> is transformed. */
export function zoomable(svg: SVGSVGElement): () => void {
  const grips = new Map<number, Grip>()
  let [zoom, x, y] = [1, 0, 0]
  let lastTap = 0

  const layer = () => svg.querySelector<SVGGElement>('.zoomed')
  function show(): void {
    const { width, height } = svg.getBoundingClientRect()
    x = Math.min(0, Math.max(width * (1 - zoom), x))
    y = Math.min(0, Math.max(height * (1 - zoom), y))
    const matrix = svg.getScreenCTM()
    const unit = matrix ? 1 / matrix.a : 1
    // The transform works in units of the drawing, around the corner of what is seen.
    const [left, top] = [((width - 1000 / unit) / 2) * unit, ((height - 1400 / unit) / 2) * unit]
    layer()?.setAttribute(
      'transform',
      zoom === 1 ? '' : `translate(${x * unit - left * (1 - zoom)} ${y * unit - top * (1 - zoom)}) scale(${zoom})`,
    )
    svg.style.touchAction = zoom === 1 ? '' : 'none'
  }
  function zoomAt(factor: number, px: number, py: number): void {
    const rect = svg.getBoundingClientRect()
    const next = Math.min(MOST, Math.max(1, zoom * factor))
    const [cx, cy] = [px - rect.left, py - rect.top]
    x = cx - ((cx - x) * next) / zoom
    y = cy - ((cy - y) * next) / zoom
    zoom = next
    show()
  }
  function down(event: PointerEvent): void {
    if (event.pointerType !== 'touch') return
    grips.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (grips.size !== 1) return
    const now = event.timeStamp
    const onChoice = (event.target as Element).closest('[data-step]')
    if (now - lastTap < 300 && !onChoice) zoomAt(zoom > 1.2 ? 1 / MOST : 2, event.clientX, event.clientY)
    lastTap = now
  }
  function move(event: PointerEvent): void {
    const before = grips.get(event.pointerId)
    if (!before) return
    const here = { x: event.clientX, y: event.clientY }
    if (grips.size === 2) {
      const other = [...grips].find(([id]) => id !== event.pointerId)?.[1]
      if (other) {
        const gap = (grip: Grip) => Math.max(10, Math.hypot(grip.x - other.x, grip.y - other.y))
        zoomAt(gap(here) / gap(before), (here.x + other.x) / 2, (here.y + other.y) / 2)
      }
    } else if (zoom > 1) {
      x += here.x - before.x
      y += here.y - before.y
      show()
    }
    grips.set(event.pointerId, here)
  }
  function up(event: PointerEvent): void {
    grips.delete(event.pointerId)
  }
  function wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomAt(Math.exp(-event.deltaY / 200), event.clientX, event.clientY)
  }

  svg.addEventListener('pointerdown', down)
  svg.addEventListener('pointermove', move)
  svg.addEventListener('pointerup', up)
  svg.addEventListener('pointercancel', up)
  svg.addEventListener('wheel', wheel, { passive: false })
  return () => {
    svg.removeEventListener('pointerdown', down)
    svg.removeEventListener('pointermove', move)
    svg.removeEventListener('pointerup', up)
    svg.removeEventListener('pointercancel', up)
    svg.removeEventListener('wheel', wheel)
  }
}
