/** How the device says no. */

/** A no, with the server's code for it. */
export class No extends Error {
  constructor(
    readonly code: string,
    message = '',
    readonly field: string | null = null,
    readonly reason: string | null = null,
  ) {
    super(message)
  }
}

/** Why something did not work, as a page is told. */
export interface Refused {
  code: string
  message: string
  field: string | null
  reason: string | null
}

export function refusalOf(problem: unknown): Refused {
  if (problem instanceof No) {
    const { code, message, field, reason } = problem
    return { code, message, field, reason }
  }
  const name = problem instanceof Error || problem instanceof DOMException ? problem.name : ''
  const message = problem instanceof Error ? problem.message : String(problem)
  return { code: name === 'QuotaExceededError' ? 'no_room' : 'broken_here', message, field: null, reason: null }
}
