/** Copying a text, and saying truly whether it was copied. */

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text) // an address without https, as in a local network, has no clipboard
  }
}

function copyTheOldWay(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  const focused = document.activeElement as HTMLElement | null
  // A modal dialog lets nothing outside of it have the focus.
  const place = document.querySelector('dialog[open]') ?? document.body
  place.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  focused?.focus()
  return copied
}
