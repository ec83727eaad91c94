/** Keeping the game on the device, so that it works without a network, and taking a newer release when it is wished for. */

import { at } from '../net/base'
import { whenIdle } from './idle'

interface Keeping {
  /**
   * How far it is: not possible in this window, no room on the device, under way, all but some bots, everything.
   */
  state: 'impossible' | 'no_room' | 'broken' | 'coming' | 'partly' | 'ready'
  /** A newer release is there, and waits until it is asked for. */
  newer: boolean
}

/** What the worker (worker.js) is asked for. */
type Deed = 'take over' | 'provide' | 'forget'

export const keeping = $state<Keeping>({ state: 'coming', newer: false })

const LOOKS_EVERY_MS = 3_600_000
let wished = false

/** Register the worker that keeps the game and receives messages; null where there can be none. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !isSecureContext || !import.meta.env.PROD) return null
  return navigator.serviceWorker.register(at('worker.js'), { updateViaCache: 'none' }).catch(() => null)
}

/** Keep the game on this device, and hear of newer releases. */
export async function keepGame(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return void (keeping.state = 'impossible')
  let isKept = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (wished) location.reload()
    else if (isKept) keeping.newer = true // another window has taken it
    isKept = true
  })
  workers.addEventListener('message', ({ data }: MessageEvent<{ notKept?: 'no_room' | 'broken' }>) => {
    if (data.notKept && !isKept) keeping.state = data.notKept
  })
  const registration = await registerWorker()
  if (!registration) return void (keeping.state = 'impossible')
  if (registration.waiting && registration.active) keeping.newer = true
  registration.addEventListener('updatefound', () => watch(registration))
  watch(registration)
  lookNowAndThen(registration)
  whenIdle(() => void workers.ready.then(provide))
}

/** Show the newer release. */
export async function takeNewer(): Promise<void> {
  wished = true
  const registration = await navigator.serviceWorker.getRegistration(at(''))
  if (registration?.waiting) tell(registration.waiting, 'take over')
  else location.reload()
}

/** Somebody has left this browser: nothing of theirs stays. */
export function forgetReplays(): void {
  const worker = navigator.serviceWorker?.controller
  if (worker) tell(worker, 'forget')
}

function tell(worker: ServiceWorker, deed: Deed, ports: Transferable[] = []): void {
  worker.postMessage({ deed }, ports)
}

function watch(registration: ServiceWorkerRegistration): void {
  const worker = registration.installing
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration.active) keeping.newer = true
  })
}

/** Ask for a newer release when somebody comes back to the window after a while. */
function lookNowAndThen(registration: ServiceWorkerRegistration): void {
  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - looked < LOOKS_EVERY_MS) return
    looked = Date.now()
    void registration.update().catch(() => {})
  })
}

/** Have everything fetched that games without a network need. */
function provide({ active }: ServiceWorkerRegistration): void {
  if (!active) return
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<Keeping['state']>) => (keeping.state = data)
  tell(active, 'provide', [port2])
}
