import type { CDPSession, Page } from 'playwright-core'

const sessions = new WeakMap<Page, Promise<CDPSession>>()
const sessionOf = (page: Page) => {
  const known = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, known)
  return known
}

/** A scan gun's time between two keys, in seconds. */
const PACE = 0.005

/**
 * Reads a label with a scan gun: its signs and Enter, wherever the focus is. Each key bears the time of a gun, however busy the
 * machine is that presses it.
 */
export async function scanWithGun(page: Page, code: string): Promise<void> {
  const session = await sessionOf(page)
  const start = Date.now() / 1_000
  const press = async (key: string, text: string, at: number) => {
    const timestamp = start + at * PACE
    const known = key === 'Enter' ? { code: 'Enter', windowsVirtualKeyCode: 13 } : {}
    await Promise.all([
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp, ...known }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp, ...known }),
    ])
  }
  // None waits for the one before it: a gun does not either.
  await Promise.all([...Array.from(code, (sign, at) => press(sign, sign, at)), press('Enter', '\r', code.length)])
}
