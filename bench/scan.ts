import type { Browser } from 'playwright-core'
import { signIn } from '../tests/support/browser.ts'
import { onDevice } from './device/on-device.ts'
import { untilLoaded } from './outbox.ts'
import { median, type Line } from './report.ts'

const CODES = 50_000
const LOOKS = 40

/** From a scan to its record, among so many codes on the device that nobody is waited for. */
export async function scan(browser: Browser, url: string): Promise<Line[]> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await signIn(page, url)
    const device = await onDevice(page)
    await untilLoaded(device)
    // What it finds is asked of the server afterwards; here nobody answers.
    await context.setOffline(true)
    const { ours, bare } = await device.ask<{ ours: Record<string, number[]>; bare: number[] }>(
      `scanning(${CODES}, ${LOOKS})`,
    )
    const limit = median(bare)
    return Object.entries(ours).flatMap(([way, times]): Line[] => [
      {
        name: `50,000 codes on the device: a scan ${way}, until its record is known (limit: one look along an index)`,
        ours: median(times),
        limit,
        unit: 'ms',
        goal: { of: 'ours', atMost: 50 },
      },
      { name: `the same, the slowest of ${LOOKS}`, ours: Math.max(...times), limit, unit: 'ms' },
    ])
  } finally {
    await context.close()
  }
}
