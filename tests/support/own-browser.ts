import { readdirSync, readFileSync } from 'node:fs'
import { chromium, type BrowserContext } from 'playwright-core'
import { launchArguments } from './browser.ts'
import { chromiumPath } from './chromium.ts'

/** A browser with a profile of its own, as it is after its device was switched on again; `offline`: where there is no network. */
export const startOn = (profile: string, { offline = false } = {}): Promise<BrowserContext> =>
  chromium.launchPersistentContext(profile, {
    ...(chromiumPath ? { executablePath: chromiumPath } : {}),
    args: launchArguments,
    offline,
    viewport: { width: 1280, height: 900 },
  })

/** No goodbye: as when the battery is taken out. Answers how many processes it had. */
export function killOn(profile: string): number {
  let killed = 0
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    let command = ''
    try {
      command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      continue // it has just ended
    }
    if (!command.includes(`--user-data-dir=${profile}`)) continue
    process.kill(Number(pid), 'SIGKILL')
    killed += 1
  }
  return killed
}
