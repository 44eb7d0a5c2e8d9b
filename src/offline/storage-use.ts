/** Of what the browser allows; above it only changes are taken, no photos. */
const FULL_AT = 0.8
const LEAST_LEFT = 100_000_000

export type StorageUse = { used: number; quota: number }

/** What this origin uses and may use; null where the browser does not say. */
export async function storageUse(): Promise<StorageUse | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return usage === undefined || !quota ? null : { used: usage, quota }
}

/** Is there room for photos that have to wait, with so many bytes more? */
export const leavesRoom = ({ used, quota }: StorageUse, more = 0): boolean =>
  used + more <= quota * FULL_AT && quota - used - more >= LEAST_LEFT

/** The same of this device as it is now. What cannot be known is tried. */
export async function hasRoomForFiles(more = 0): Promise<boolean> {
  const use = await storageUse()
  return use === null || leavesRoom(use, more)
}
