// The device's clock may be wrong, so nothing is decided by it. What is shown, and what "done at" begins with, is mended by
// how far the server's answers were from it.

const REPLIES = 5
let offsets: number[] = []

/** The server just said what time it is. */
export function noteServerTime(serverTime: string, now = Date.now()): void {
  const offset = Date.parse(serverTime) - now
  if (Number.isFinite(offset)) offsets = [...offsets, offset].slice(-REPLIES)
}

/** How far the server's clock is ahead of this device's, in ms: the middle one of its last answers, 0 before there are any. */
export const clockOffset = (): number => offsets.toSorted((a, b) => a - b)[Math.floor(offsets.length / 2)] ?? 0
