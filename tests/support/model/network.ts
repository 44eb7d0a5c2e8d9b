import type { App } from '#server/lib/http.ts'

/** What becomes of the next push: lost on its way, its answer lost, delivered twice, or on its way until it is let go. */
export type Mishap = 'request lost' | 'answer lost' | 'doubled' | 'held'

/** Ways to take one rule out of what is shipped, where the network touches it. */
export type Broken = {
  /** What a push comes to the server as, and what is done to the server before. */
  push?: (body: string) => string | Promise<string>
  /** What a device makes of a push that nobody answers. */
  lost?: () => Promise<unknown>
}

/** What the app asks with: every request goes to the shipped server, through a network that does what it is told. */
export function modelNetwork(app: Pick<App, 'inject'>, broken: Broken = {}) {
  const sent: { body: string; authorization: string }[] = []
  let held: (() => void)[] = []
  let isDown = false
  let next: Mishap | null = null

  const deliver = (url: URL, method: string, headers: Record<string, string>, payload: string) =>
    app.inject({
      method: method as 'GET',
      url: url.pathname + url.search,
      headers,
      ...(payload === '' ? {} : { payload }),
    })

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const isPush = url.pathname.endsWith('/sync/push')
    const said = await request.text()
    const arriving = async () => (isPush && broken.push ? broken.push(said) : said)
    const mishap = isPush ? next : null
    if (isPush) next = null
    if (isDown || mishap === 'request lost') throw new TypeError('Failed to fetch')
    if (isPush) sent.push({ body: said, authorization: headers.authorization ?? '' })
    if (mishap === 'held') await new Promise<void>(resolve => held.push(resolve))
    let answer = await deliver(url, request.method, headers, await arriving())
    if (mishap === 'doubled') answer = await deliver(url, request.method, headers, await arriving())
    if (mishap === 'answer lost') await broken.lost?.()
    if (mishap === 'answer lost') throw new TypeError('Failed to fetch')
    const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: answered,
    })
  }

  return {
    sent,
    isHolding: () => held.length > 0 || next === 'held',
    isUp: () => !isDown,
    turn: (up: boolean) => void (isDown = !up),
    mishap: (what: Mishap | null) => void (next = what),
    /** What was on its way arrives now. */
    letGo() {
      for (const arrive of held) arrive()
      held = []
    },
    /** A copy of something that was sent arrives once more, whoever waits for it. */
    async copy(at: number) {
      const old = sent[at % Math.max(1, sent.length)]
      if (!old) return
      await app.inject({
        method: 'POST',
        url: '/api/sync/push',
        headers: { authorization: old.authorization, 'content-type': 'application/json' },
        payload: broken.push ? await broken.push(old.body) : old.body,
      })
    },
  }
}
export type ModelNetwork = ReturnType<typeof modelNetwork>
