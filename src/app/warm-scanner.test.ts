// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { warmScanner } from './warm-scanner.ts'

const startDecoder = vi.hoisted(() => vi.fn())
vi.mock('#src/scan/decode/decoder.ts', () => ({ startDecoder }))
vi.mock('#src/pages/scanner-page.tsx', () => ({}))

test('whoever points at a link to the scanner, presses it or comes to it by keyboard has its decoder started', async () => {
  document.body.innerHTML = '<a href="/scanner?mode=x"><i>Scan</i></a><a href="/orders">Orders</a>'
  const stop = warmScanner()
  onTestFinished(stop)
  const [scan, orders] = document.querySelectorAll('a')
  const tell = (on: Element, kind: string) => on.dispatchEvent(new Event(kind, { bubbles: true }))
  for (const kind of ['pointerover', 'pointerdown', 'focusin']) tell(orders!, kind)
  await new Promise(resolve => setTimeout(resolve))
  expect(startDecoder).not.toHaveBeenCalled()
  for (const [at, kind] of ['pointerover', 'pointerdown', 'focusin'].entries()) {
    tell(kind === 'focusin' ? scan! : scan!.firstElementChild!, kind)
    await vi.waitFor(() => expect(startDecoder).toHaveBeenCalledTimes(at + 1))
  }
  stop()
  tell(scan!, 'pointerover')
  await new Promise(resolve => setTimeout(resolve))
  expect(startDecoder).toHaveBeenCalledTimes(3)
})
