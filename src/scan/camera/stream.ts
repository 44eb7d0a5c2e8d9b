import { pageStorage } from '#src/lib/page-storage.ts'

/** Why there is no picture, each with its own words and its own way on. `unread`: nothing came that could read it. */
export type Trouble = 'denied' | 'blocked' | 'none' | 'busy' | 'insecure' | 'failed' | 'unread'

/** Which camera somebody chose on this device, and whether it was ever allowed. */
const CHOSEN = 'scan-camera'
const ALLOWED = 'scan-camera-allowed'

/** What decoders are quick with and labels are sharp in. Wishes: a camera without them gives what it has. */
const size = { width: { ideal: 1_280 }, height: { ideal: 720 } }

export const chosenCamera = () => pageStorage()?.getItem(CHOSEN) ?? null
export const chooseCamera = (id: string) => pageStorage()?.setItem(CHOSEN, id)
const forgetCamera = () => pageStorage()?.removeItem(CHOSEN)

export function endStream(stream: MediaStream | null) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

const nameOf = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : '')

/** Opens the camera that was chosen here, or the one at the back. */
export async function openStream(): Promise<MediaStream> {
  const chosen = chosenCamera()
  const ask = (which: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ video: { ...which, ...size }, audio: false })
  const stream = chosen
    ? await ask({ deviceId: { exact: chosen } }).catch((error: unknown) => {
        // It was unplugged, or the browser gave it another id.
        if (!['OverconstrainedError', 'NotFoundError'].includes(nameOf(error))) throw error
        forgetCamera()
        return ask({ facingMode: 'environment' })
      })
    : await ask({ facingMode: 'environment' })
  pageStorage()?.setItem(ALLOWED, '1')
  return stream
}

const cameraPermission = async (): Promise<PermissionStatus | null> => {
  try {
    return await navigator.permissions.query({ name: 'camera' })
  } catch {
    // Not every browser tells it.
    return null
  }
}

/** May it be opened without a word before? What was allowed once here needs none, nor does what the browser allows. */
export async function opensAtOnce(): Promise<boolean> {
  const state = (await cameraPermission())?.state
  return state === undefined || state === 'prompt' ? (pageStorage()?.getItem(ALLOWED) ?? null) !== null : true
}

/** Calls when the person has changed their mind in the settings of the browser. Answers how to stop listening. */
export function whenAllowed(call: () => void): () => void {
  const over = new AbortController()
  const listen = (status: PermissionStatus | null) =>
    status?.addEventListener('change', () => status.state === 'granted' && call(), { signal: over.signal })
  void cameraPermission().then(listen)
  return () => over.abort()
}

/** Over plain http a browser hides that it has any. */
export const hasCameras = () => Boolean((navigator as Partial<Navigator>).mediaDevices)

/** Why it did not open. A browser that will not ask any more is blocked; one that will is not. */
export async function troubleOf(error: unknown): Promise<Trouble> {
  switch (nameOf(error)) {
    case 'NotAllowedError':
    case 'SecurityError':
      pageStorage()?.removeItem(ALLOWED)
      return (await cameraPermission())?.state === 'denied' ? 'blocked' : 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'failed'
  }
}
