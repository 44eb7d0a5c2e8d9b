/** What a track can do beyond what TypeScript knows of. */
type Abilities = MediaTrackCapabilities & {
  torch?: boolean
  zoom?: { min: number; max: number }
  focusMode?: string[]
}
type Wish = MediaTrackConstraintSet & { torch?: boolean; zoom?: number; focusMode?: string }

const trackOf = (stream: MediaStream) => stream.getVideoTracks()[0]

/** A browser that says nothing of it can do none of it. */
const abilitiesOf = (stream: MediaStream): Abilities => trackOf(stream)?.getCapabilities?.() ?? {}

/** What each track does by now. Whoever asks for one thing says the others again: what is not said ends. */
const granted = new WeakMap<MediaStreamTrack, Wish>()

const turns = new WeakMap<MediaStreamTrack, Promise<boolean>>()

/** Asks for it when what was asked before is done, and says whether it was done: some cameras promise what they cannot do. */
function wish(stream: MediaStream, wished: Wish): Promise<boolean> {
  const track = trackOf(stream)
  if (!track) return Promise.resolve(false)
  const turn = (turns.get(track) ?? Promise.resolve()).then(() => ask(track, wished))
  turns.set(track, turn)
  return turn
}

async function ask(track: MediaStreamTrack, wished: Wish): Promise<boolean> {
  if (track.readyState !== 'live') return false
  const all = { ...granted.get(track), ...wished }
  try {
    await track.applyConstraints({ advanced: [all] })
    granted.set(track, all)
    return true
  } catch {
    return false
  }
}

export const hasLight = (stream: MediaStream) => abilitiesOf(stream).torch === true
export const setLight = (stream: MediaStream, torch: boolean) => wish(stream, { torch })

/** How near it can come: a camera that does not focus on what is close sees it sharp from further away. */
export function zoomsOf(stream: MediaStream): number[] {
  const { zoom } = abilitiesOf(stream)
  return zoom ? [1, 2, 4].filter(times => times >= zoom.min && times <= zoom.max) : []
}
export const setZoom = (stream: MediaStream, zoom: number) => wish(stream, { zoom })

export async function keepInFocus(stream: MediaStream) {
  if (abilitiesOf(stream).focusMode?.includes('continuous')) await wish(stream, { focusMode: 'continuous' })
}

export type Device = { id: string; name: string }

/** The cameras of this device. They have names only once one of them was allowed. */
export async function camerasHere(): Promise<Device[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}

export const cameraOf = (stream: MediaStream) => trackOf(stream)?.getSettings().deviceId ?? null

/** What is kept of a camera belongs to its name: browsers give other ids after a while. */
export const markOf = (stream: MediaStream): string => trackOf(stream)?.label || (cameraOf(stream) ?? '')
