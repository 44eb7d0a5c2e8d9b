import type { Browser } from 'playwright-core'
import type { PushAnswer } from '#contract/calls/push.ts'
import { controlled, signIn } from '../tests/support/browser.ts'
import { onDevice, type Device } from './device/on-device.ts'
import { median, type Line } from './report.ts'

const WAITING = 2_000
const IN_ENVELOPE = 50
const KEPT = 100
const RUNS = 3

const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!

// As text: a compiled function would refer to helpers that the page does not have.
const WATCH = `(() => {
  window.worstKey = 0
  window.keys = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries())
      if (/^(key|input|beforeinput)/.test(entry.name)) window.worstKey = Math.max(window.worstKey, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 })
})()`

/** Two thousand wishes of a day without a connection, from the moment it is back until the last one is done. */
async function draining(browser: Browser, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, url)
  await controlled(page)
  await page.goto(`${url}/settings/source-list`)
  const device = await onDevice(page)
  await untilLoaded(device)
  await device.ask('prepare()')
  await context.setOffline(true)
  await device.ask(`plant(${WAITING})`)
  await page.evaluate(WATCH)
  await page.locator('[role=search] input[type=search]').first().focus()

  const began = performance.now()
  await context.setOffline(false)
  let left = WAITING
  while (left > 0) {
    await page.keyboard.press('k')
    await page.waitForTimeout(120)
    await page.keyboard.press('Backspace')
    await page.waitForTimeout(120)
    left = await device.ask<number>('waiting()')
    if (performance.now() - began > 600_000) throw new Error(`${left} still wait`)
  }
  const seconds = (performance.now() - began) / 1_000
  const worst = Math.max(16, await page.evaluate<number>('window.worstKey'))
  await context.close()
  return { seconds, worst }
}

export async function untilLoaded(device: Device): Promise<number> {
  for (;;) {
    const { rows, done } = await device.ask<{ rows: number; done: boolean }>('held()')
    if (done) return rows
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** The same envelopes by a program that keeps nothing. */
async function bareDraining(url: string, token: string): Promise<number> {
  const post = async <T>(path: string, body: unknown) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const deviceId = crypto.randomUUID()
  const queueId = crypto.randomUUID()
  const { first } = await post<{ first: number }>('/sync/lease', { deviceId })
  const ops = Array.from({ length: WAITING }, (_, n) => {
    const id = first + Math.floor(n / 2)
    const isNew = n % 2 === 0
    return {
      mid: crypto.randomUUID(),
      op: isNew ? 'customer.create' : 'customer.change',
      opV: 1,
      id,
      args: isNew
        ? { name: `Bare ${n}`, type: 'person', phones: [{ id, number: '+919820000100' }], emails: [], addresses: [] }
        : { riskReason: 'Came by' },
      base: isNew ? null : { version: 1, fields: { riskReason: null } },
      queueSeq: n + 1,
      lane: `customer:${id}`,
      prevMid: null as string | null,
      group: null,
      supersedes: null,
      offline: true,
    }
  })
  for (const [n, op] of ops.entries()) if (n % 2 === 1) op.prevMid = ops[n - 1]!.mid
  const began = performance.now()
  for (let from = 0; from < WAITING; from += IN_ENVELOPE) {
    const envelope = { queueId, deviceId, epoch: null, build: 'bench', acknowledged: from }
    const { results } = await post<PushAnswer>('/sync/push', { ...envelope, ops: ops.slice(from, from + IN_ENVELOPE) })
    const bad = results.find(({ status }) => status !== 'applied')
    if (bad) throw new Error(JSON.stringify(bad))
  }
  return (performance.now() - began) / 1_000
}

/** Each wish until it is kept, without a connection, on a machine four times slower. */
async function keeping(browser: Browser, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, url)
  const device = await onDevice(page)
  await untilLoaded(device)
  await device.ask('prepare()')
  await context.setOffline(true)
  await device.cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const found = await device.ask<{ ours: number[]; bare: number[] }>(`keeping(${KEPT})`)
  await context.close()
  return found
}

/** What the outbox costs: draining a long queue beside posting the same envelopes, keeping a wish beside a bare transaction. */
export async function outbox(browser: Browser, url: string, token: string): Promise<Line[]> {
  const mine: { seconds: number; worst: number }[] = []
  const bare: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await bareDraining(url, token))
    mine.push(await draining(browser, url))
  }
  const kept: { ours: number[]; bare: number[] }[] = []
  for (let run = 0; run < RUNS; run += 1) kept.push(await keeping(browser, url))
  const part = (which: 'ours' | 'bare', share: number) => median(kept.map(run => percentile(run[which], share)))
  return [
    {
      name: '2,000 waiting changes, until all are done (limit: posting the same envelopes)',
      ours: median(mine.map(({ seconds }) => seconds)),
      limit: median(bare),
      unit: 's',
      goal: { of: 'ours', atMost: 20 },
    },
    {
      name: 'worst key meanwhile',
      ours: median(mine.map(({ worst }) => worst)),
      limit: null,
      unit: 'ms',
      goal: { of: 'ours', atMost: 100 },
    },
    {
      name: 'keeping a change, 95 of 100, median of three, CPU 4x (limit: one strict transaction with the same row)',
      ours: part('ours', 0.95),
      limit: part('bare', 0.95),
      unit: 'ms',
      goal: { of: 'ours', atMost: 20 },
    },
    {
      name: 'keeping a change, median, CPU 4x (limit: one strict transaction with the same row)',
      ours: part('ours', 0.5),
      limit: part('bare', 0.5),
      unit: 'ms',
    },
  ]
}
