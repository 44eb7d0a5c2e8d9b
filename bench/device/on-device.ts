import type { CDPSession, Page } from 'playwright-core'
import { build } from 'vite'

let bundled: Promise<string> | null = null

/** The shipped parts of the device as one text. */
const bundle = () =>
  (bundled ??= build({
    configFile: false,
    logLevel: 'warn',
    define: {
      'import.meta.env.VITE_BUILD': '"bench"',
      'import.meta.env.PROD': 'true',
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: 'bench/device/entry.ts', formats: ['iife'], name: 'benchDevice' },
    },
  }).then(result => {
    const [one] = [result].flat() as { output: { type: string; code: string }[] }[]
    return one!.output.find(({ type }) => type === 'chunk')!.code
  }))

export type Device = {
  cdp: CDPSession
  ask: <T>(what: string) => Promise<T>
}

/** Runs the shipped parts in the page, over the debugger: the page's own policy stays as it is. */
export async function onDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as unknown
  }
  await run(`${await bundle()}\n;0`)
  return { cdp, ask: async <T>(what: string) => (await run(`device.${what}`)) as T }
}
