/** What a screen reader hears: every event once, in order. */

export interface Announcement {
  id: number
  text: string
}

let next = 1
export const announcements = $state<{ lines: Announcement[] }>({ lines: [] })

export function announce(text: string): void {
  if (text) announcements.lines = [...announcements.lines.slice(-11), { id: next++, text }]
}

/** What one person heard is nothing for the next. */
export function forgetAnnouncements(): void {
  announcements.lines = []
}
