/** Web Push: a message when it is your turn and the page is closed. Off until the player allows it. */

import { registerWorker } from '../app/keeping.svelte'
import { api } from './api'
import { at } from './base'

export function pushIsPossible(key: string | null | undefined): key is string {
  return Boolean(key) && 'serviceWorker' in navigator && 'PushManager' in window
}

export async function pushIsOn(): Promise<boolean> {
  const worker = await navigator.serviceWorker?.getRegistration(at(''))
  return Boolean(await worker?.pushManager?.getSubscription())
}

/** Ask for permission and subscribe; false if the player or the browser says no. */
export async function switchPushOn(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await registerWorker()
  const worker = await navigator.serviceWorker.ready
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
  await api.subscribePush(subscription.toJSON())
  return true
}

export async function switchPushOff(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration(at(''))
  const subscription = await worker?.pushManager.getSubscription()
  if (!subscription) return
  await api.unsubscribePush(subscription.endpoint)
  await subscription.unsubscribe()
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
