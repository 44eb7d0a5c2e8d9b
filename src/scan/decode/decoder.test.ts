import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ask } from './code.ts'

const ADDRESS = '/assets/worker-of-ours.js'
vi.mock('./worker.ts?worker&url', () => ({ default: ADDRESS }))

class Double {
  static all: Double[] = []
  sent: Ask[] = []
  ended = false
  private listeners = new Map<string, (event: object) => void>()
  readonly url: unknown
  constructor(url: unknown) {
    this.url = url
    Double.all.push(this)
  }
  addEventListener(kind: string, listener: (event: object) => void) {
    this.listeners.set(kind, listener)
  }
  postMessage(ask: Ask) {
    this.sent.push(ask)
  }
  terminate() {
    this.ended = true
  }
  says(kind: string, event: object) {
    this.listeners.get(kind)!(event)
  }
}

type Rules = { createScriptURL: (url: string) => string }
let rules: Rules
let named: string
let decoder: typeof import('./decoder.ts')
beforeEach(async () => {
  vi.useFakeTimers()
  Double.all = []
  vi.stubGlobal('Worker', Double)
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, given: Rules) => {
      named = name
      rules = given
      return given
    },
  })
  vi.resetModules()
  decoder = await import('./decoder.ts')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const photo = { photo: new Blob() }

test('one address becomes a worker, and no other', () => {
  decoder.startDecoder()
  expect([named, Double.all[0]!.url]).toEqual(['worker-url', ADDRESS])
  expect(() => rules.createScriptURL('https://elsewhere.example/worker.js')).toThrow('is not our worker')
})

test('answers go to those who asked, and what fails fails for its asker alone', async () => {
  decoder.startDecoder()
  const [first, second] = [decoder.decode(photo), decoder.decode(photo)]
  const [worker, ...others] = Double.all
  expect(others).toEqual([])
  const [one, two] = worker!.sent.map(({ id }) => id)
  worker!.says('message', { data: { id: two, failed: 'no picture' } })
  worker!.says('message', { data: { id: one, codes: [{ text: 'A', format: 'QRCode' }] } })
  await expect(second).rejects.toThrow('no picture')
  expect(await first).toEqual([{ text: 'A', format: 'QRCode' }])
})

test('a worker that breaks fails those who wait, and the next to ask gets another one', async () => {
  const lost = decoder.decode(photo)
  Double.all[0]!.says('error', { message: 'out of memory' })
  await expect(lost).rejects.toThrow('out of memory')
  expect(Double.all[0]!.ended).toBe(true)
  void decoder.decode(photo)
  expect(Double.all).toHaveLength(2)
})

test('after a minute without a question its memory is given back', () => {
  decoder.startDecoder()
  vi.advanceTimersByTime(59_000)
  void decoder.decode(photo).catch(() => undefined)
  vi.advanceTimersByTime(59_000)
  expect(Double.all[0]!.ended).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(Double.all[0]!.ended).toBe(true)
})
