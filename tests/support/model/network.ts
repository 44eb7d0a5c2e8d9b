import type { PushAnswer, PushInput } from '#contract/calls/push.ts'
import type { PullAnswer, SnapshotAnswer } from '#contract/calls/sync.ts'
import type { App } from '#server/lib/http.ts'
import type { Page } from './device.ts'

/**
 * What becomes of the next push: lost on its way, its answer lost, delivered twice, or on its way until it is let go.
 * Overtaken: it was answered, and the answer arrives after all that is said until it is let go.
 */
export type Mishap = 'request lost' | 'answer lost' | 'doubled' | 'held' | 'overtaken'
/** What becomes of a page that is asked for. */
export type PageMishap = Exclude<Mishap, 'doubled'>

/** Ways to take one rule out of what is shipped, where the network touches it. */
export type Broken = {
  /** What a push comes to the server as, and what is done to the server before. */
  push?: (body: string) => string | Promise<string>
  /** What an answer comes to the device as. */
  pushed?: (answer: PushAnswer) => PushAnswer
  pulled?: (answer: PullAnswer) => PullAnswer
  loaded?: (answer: SnapshotAnswer) => SnapshotAnswer
  /** What a device makes of a push that nobody answers. */
  lost?: () => Promise<unknown>
}

/** Hears what comes back, before whoever asked does. */
export type Listener = {
  push: (input: PushInput, answer: PushAnswer) => Promise<unknown>
  page: (page: Page) => void
}

/** What the app asks with: every request goes to the shipped server, through a network that does what it is told. */
export function modelNetwork(app: Pick<App, 'inject'>, broken: Broken = {}) {
  const sent: { body: string; authorization: string }[] = []
  /** Sessions that have ended, and those of the same person since. */
  const renewed = new Map<string, string>()
  const today = (authorization: string): string => {
    const since = renewed.get(authorization)
    return since === undefined ? authorization : today(since)
  }
  let held: (() => void)[] = []
  let isDown = false
  let next: Mishap | null = null
  let nextPage: { what: PageMishap; after: number } | null = null
  let listener: Listener | null = null

  const deliver = (url: URL, method: string, headers: Record<string, string>, payload: string) =>
    app.inject({
      method: method as 'GET',
      url: url.pathname + url.search,
      headers,
      ...(payload === '' ? {} : { payload }),
    })
  type Answered = Awaited<ReturnType<typeof deliver>>
  const later = () => new Promise<void>(resolve => held.push(resolve))

  function takeMishap(isPush: boolean, isPage: boolean): Mishap | PageMishap | null {
    if (isPush) {
      const mishap = next
      next = null
      return mishap
    }
    if (!isPage || !nextPage) return null
    const { what, after } = nextPage
    nextPage = after > 0 ? { what, after: after - 1 } : null
    return after > 0 ? null : what
  }

  /** The answer as it comes to the device; who listens hears of it. */
  async function heard(path: string, url: URL, said: string, answer: Answered): Promise<string> {
    if (answer.statusCode !== 200) return answer.body
    switch (path) {
      case 'push': {
        const body = answer.json<PushAnswer>()
        const told = broken.pushed?.(body) ?? body
        await listener?.push(JSON.parse(said) as PushInput, told)
        return JSON.stringify(told)
      }
      case 'pull': {
        const body = answer.json<PullAnswer>()
        const told = broken.pulled?.(body) ?? body
        const asked = { epoch: url.searchParams.get('epoch') ?? '', seq: Number(url.searchParams.get('seq') ?? 0) }
        listener?.page({ asked, answer: told })
        return JSON.stringify(told)
      }
      case 'snapshot': {
        const body = answer.json<SnapshotAnswer>()
        const told = broken.loaded?.(body) ?? body
        listener?.page({ after: url.searchParams.get('after'), answer: told })
        return JSON.stringify(told)
      }
    }
    return answer.body
  }

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const path = /\/sync\/(push|pull|snapshot)$/.exec(url.pathname)?.[1] ?? ''
    const isPush = path === 'push'
    const said = await request.text()
    const arriving = async () => (isPush && broken.push ? broken.push(said) : said)
    const mishap = takeMishap(isPush, path === 'pull' || path === 'snapshot')
    if (isDown || mishap === 'request lost') throw new TypeError('Failed to fetch')
    if (isPush) sent.push({ body: said, authorization: headers.authorization ?? '' })
    if (mishap === 'held') await later()
    // It may be let go of before it is answered.
    const passing = mishap === 'overtaken' ? later() : null
    let answer = await deliver(url, request.method, headers, await arriving())
    if (mishap === 'doubled') answer = await deliver(url, request.method, headers, await arriving())
    await passing
    if (mishap === 'answer lost' && isPush) await broken.lost?.()
    if (mishap === 'answer lost') throw new TypeError('Failed to fetch')
    const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    const body = await heard(path, url, said, answer)
    return new Response(answer.statusCode === 204 ? null : body, {
      status: answer.statusCode,
      // Its length is another one, where it was changed.
      headers: answered.filter(([name]) => name !== 'content-length'),
    })
  }

  return {
    sent,
    today,
    isHolding: () => held.length > 0 || [next, nextPage?.what].some(what => what === 'held' || what === 'overtaken'),
    isUp: () => !isDown,
    turn: (up: boolean) => void (isDown = !up),
    mishap: (what: Mishap | null) => void (next = what),
    /** Of the pages that are asked for from now on, what becomes of the one behind so many others. */
    pageMishap: (what: PageMishap | null, after = 0) => void (nextPage = what && { what, after }),
    /** What was on its way arrives now. */
    letGo() {
      for (const arrive of held) arrive()
      held = []
    },
    /** What is sent once more is sent as the same person, whose session is another one since. */
    renew: (before: string, since: string) => void renewed.set(before, since),
    async listen<R>(to: Listener, work: () => Promise<R>): Promise<R> {
      listener = to
      try {
        return await work()
      } finally {
        listener = null
      }
    },
    /** A copy of something that was sent arrives once more, whoever waits for it. */
    async copy(at: number) {
      const old = sent[at % Math.max(1, sent.length)]
      if (!old) return
      await app.inject({
        method: 'POST',
        url: '/api/sync/push',
        headers: { authorization: today(old.authorization), 'content-type': 'application/json' },
        payload: broken.push ? await broken.push(old.body) : old.body,
      })
    },
  }
}
export type ModelNetwork = ReturnType<typeof modelNetwork>
