import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const candidates = [
  process.env.CHROMIUM_BIN,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
/** A browser as people have it. */
export const chromiumPath = candidates.find(path => path && existsSync(path))

/** Is there one of these, or one that Playwright itself has brought? */
export const hasChromium = () => Boolean(chromiumPath) || existsSync(chromium.executablePath())

/**
 * The same one without windows of its own: each page costs a sixth less of a processor. It has no camera, installs nothing and
 * wakes no service worker.
 */
const SHELL = '/usr/bin/chromium-headless-shell'
let isShellWanted = false

/** Pages that need none of this may do without. Whoever names a browser gets that one. */
export const preferShell = (): void => {
  isShellWanted = !process.env.CHROMIUM_BIN && existsSync(SHELL)
}

const needsCamera = (flags: readonly string[]) => flags.some(flag => flag.includes('media-stream'))

/** Where the browser for pages with these flags is; undefined where Playwright has brought one. */
export const pathFor = (flags: readonly string[]): string | undefined =>
  isShellWanted && !needsCamera(flags) ? SHELL : chromiumPath

/** Fails where the browser would do nothing, and say nothing of it. */
export function needsWholeBrowser(what: string): void {
  if (isShellWanted) throw new Error(`The headless shell has no ${what}: the file belongs in the deep tier.`)
}
