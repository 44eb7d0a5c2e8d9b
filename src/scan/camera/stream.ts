import { pageStorage } from '#src/lib/page-storage.ts'
import { cameraOf, camerasHere, markOf, type Device } from './track.ts'

/** Why there is no picture, each with its own words and its own way on. `unread`: nothing came that could read it. */
export type Trouble = 'denied' | 'blocked' | 'none' | 'busy' | 'insecure' | 'failed' | 'unread'

/** Which camera somebody chose on this device, how near they want each, and whether one was ever allowed. */
const CHOSEN = 'scan-camera'
const CHOSEN_NAME = 'scan-camera-name'
const ZOOM = 'scan-camera-zoom'
const ALLOWED = 'scan-camera-allowed'

/** What decoders are quick with and labels are sharp in. Wishes: a camera without them gives what it has. */
const size = { width: { ideal: 1_280 }, height: { ideal: 720 } }

/** It stays chosen while it is unplugged. */
export function chooseCamera({ id, name }: Device): void {
  pageStorage()?.setItem(CHOSEN, id)
  pageStorage()?.setItem(CHOSEN_NAME, name)
}
function chosenCamera(): Device | null {
  const id = pageStorage()?.getItem(CHOSEN) ?? null
  return id === null ? null : { id, name: pageStorage()?.getItem(CHOSEN_NAME) ?? '' }
}

/** How near somebody wants one camera says nothing of another, as of the one that is there while the chosen one is unplugged. */
const zoomKey = (stream: MediaStream) => `${ZOOM} ${markOf(stream)}`
export const keepZoom = (stream: MediaStream, zoom: number): void =>
  pageStorage()?.setItem(zoomKey(stream), String(zoom))
export const keptZoom = (stream: MediaStream): number => Number(pageStorage()?.getItem(zoomKey(stream)) ?? 1)

export function endStream(stream: MediaStream | null) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

const nameOf = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : '')

/** The id that the chosen camera has now: browsers give others after a while. Two of one name cannot be told apart. */
async function idOf(chosen: Device): Promise<string | null> {
  const here = await camerasHere()
  if (here.some(({ id }) => id === chosen.id)) return chosen.id
  const [named, ...others] = here.filter(({ name }) => name !== '' && name === chosen.name)
  return named && others.length === 0 ? named.id : null
}

const ask = (which: MediaTrackConstraints) =>
  navigator.mediaDevices.getUserMedia({ video: { ...which, ...size }, audio: false })
const askFor = (id: string) => ask({ deviceId: { exact: id } })
const askForBack = () => ask({ facingMode: 'environment' })

async function askForChosen(chosen: Device, isWanted: () => boolean): Promise<MediaStream> {
  try {
    return await askFor((await idOf(chosen)) ?? chosen.id)
  } catch (error) {
    if (!['OverconstrainedError', 'NotFoundError'].includes(nameOf(error))) throw error
  }
  const other = await askForBack()
  // Some browsers name their cameras only while one of them is on.
  const id = await idOf(chosen)
  if (id === null || id === cameraOf(other) || !isWanted()) return other
  endStream(other)
  return askFor(id)
}

/** Opens the camera that was chosen here, or the one at the back. Nobody is asked a second time for what is not wanted any more. */
export async function openStream(isWanted: () => boolean): Promise<MediaStream> {
  const chosen = chosenCamera()
  const stream = await (chosen ? askForChosen(chosen, isWanted) : askForBack())
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
export function whenDecided(on: { allowed: () => void; forbidden: () => void }): () => void {
  const over = new AbortController()
  const hear = ({ state }: PermissionStatus) => {
    if (state === 'granted') on.allowed()
    if (state === 'denied') on.forbidden()
  }
  const listen = (status: PermissionStatus | null) =>
    status?.addEventListener('change', () => hear(status), { signal: over.signal })
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
