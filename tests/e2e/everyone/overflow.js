// Every text that does not fit its place: cut off, hanging out of its box, or beside the page.
() => {
  const found = new Set()
  const SLACK = 1.5
  const BOXES = 'button, .button, [role="tab"], td, th, dialog, .card, .chip, .tag, .notice, .bubble, .sheet-of-paper, .box, nav a, legend'
  const says = (element, what) => {
    const names = [...element.classList].filter((name) => !name.startsWith('svelte-')).join('.')
    found.add(`${what}: <${element.tagName.toLowerCase()}${names && '.' + names}> ${element.textContent.trim().slice(0, 60)}`)
  }
  const hidden = (element) => {
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return true
    for (let one = element; one; one = one.parentElement) {
      if (one.matches('.unseen, a.skip[href="#main"], noscript, script, style, option') || getComputedStyle(one).clipPath !== 'none') return true
    }
    return false
  }
  const scrolls = (style, axis) => /auto|scroll/.test(axis === 'x' ? style.overflowX : style.overflowY)
  const cuts = (style, axis) => (axis === 'x' ? style.overflowX : style.overflowY) !== 'visible'

  const page = document.documentElement
  if (page.scrollWidth > innerWidth) found.add(`the page scrolls sideways: ${page.scrollWidth} > ${innerWidth}`)

  const check = (element, rect) => {
    let [sideways, upright] = [true, true]
    for (let box = element; box && box !== page; box = box.parentElement) {
      const style = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      const isBox = box.matches(BOXES)
      if (style.display !== 'inline' && style.display !== 'contents') {
        if (scrolls(style, 'x')) sideways = false
        if (scrolls(style, 'y')) upright = false
        if (sideways && (isBox || cuts(style, 'x')) && (rect.left < edge.left - SLACK || rect.right > edge.right + SLACK)) {
          says(element, 'beside its place')
        }
        if (upright && (isBox || cuts(style, 'y')) && (rect.top < edge.top - 3 || rect.bottom > edge.bottom + 3)) {
          says(element, 'above or below its place')
        }
      }
      if (style.position === 'fixed') break
    }
    if (sideways && (rect.left < -SLACK || rect.right > innerWidth + SLACK)) says(element, 'beside the page')
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.data.trim() || hidden(element)) continue
    if (element instanceof SVGElement) {
      const [inner, outer] = [element.getBoundingClientRect(), element.closest('svg').getBoundingClientRect()]
      if (inner.left < outer.left - SLACK || inner.right > outer.right + SLACK) says(element, 'beside its picture')
      continue
    }
    if (element.matches('textarea')) continue
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) if (rect.width > 0) check(element, rect)
    const style = getComputedStyle(element)
    if (style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth + 1) says(element, 'shortened')
  }

  const pen = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll('select, input[placeholder]')) {
    if (hidden(field)) continue
    const style = getComputedStyle(field)
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    const text = field.matches('select') ? (field.selectedOptions[0]?.textContent ?? '') : field.placeholder
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - (field.matches('select') ? 16 : 0)
    if (pen.measureText(text.trim()).width > room + SLACK) {
      found.add(`longer than its field: <${field.tagName.toLowerCase()}> ${text.trim()} (${Math.round(pen.measureText(text.trim()).width)} > ${Math.round(room)})`)
    }
  }
  return [...found]
}
