import type { PullAnswer, SnapshotAnswer } from '#contract/calls/sync.ts'
import { median, type Line } from './report.ts'

const ITEMS = 10_000
const RUNS = 3

type Client = <T>(path: string, body?: unknown) => Promise<T>

const client =
  (url: string, token: string): Client =>
  async <T>(path: string, body?: unknown) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

/** Ten thousand cities through the paste that people use, so that every list and pull is measured at that size. */
export async function fillCities(url: string, token: string) {
  const call = client(url, token)
  for (let batch = 0; batch < ITEMS / 1_000; batch += 1)
    await call('/list/city/paste', {
      items: Array.from({ length: 1_000 }, (_, n) => ({ label: `Town ${batch * 1_000 + n}` })),
    })
}

/** A device that knows nothing takes everything; the limit is one answer of the same kind of rows from bare Fastify. */
export async function pull(url: string, token: string, bareUrl: string): Promise<Line[]> {
  const call = client(url, token)
  const times: number[] = []
  const bare: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    let started = performance.now()
    let after: string | null = null
    let rows = 0
    let first: SnapshotAnswer | null = null
    do {
      const page: SnapshotAnswer = await call(`/sync/snapshot${after ? `?after=${encodeURIComponent(after)}` : ''}`)
      first ??= page
      rows += page.rows.length
      after = page.next
    } while (after)
    await call<PullAnswer>(`/sync/pull?epoch=${first.epoch}&seq=${first.seq}&groups=${first.groups.hash}`)
    if (rows < ITEMS) throw new Error(`the snapshot held ${rows} rows`)
    times.push(performance.now() - started)

    started = performance.now()
    await (await fetch(`${bareUrl}/items`)).json()
    bare.push(performance.now() - started)
  }
  return [{ name: 'pull of 10,000 items, new device', ours: median(times), limit: median(bare), unit: 'ms' }]
}
