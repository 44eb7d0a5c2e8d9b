import type { StuckWork } from '#contract/calls/stuck.ts'
import { decisionWays } from '#contract/calls/push.ts'
import type { Answer, Shop } from '../shop.ts'

type StuckPage = Answer['body'] & { stuck: StuckWork[]; next: string | null }

/** Somebody who may decides about one of the stuck changes of a person, if there is any. */
export async function supervise({ ask }: Shop, author: number, at: number, fresh: () => string): Promise<void> {
  const theirs: StuckWork[] = []
  let after: string | null = ''
  while (after !== null) {
    const query: string = after === '' ? '' : `?after=${encodeURIComponent(after)}`
    const page: StuckPage = (await ask('GET', `/sync/stuck${query}`)).body as StuckPage
    theirs.push(...page.stuck.filter(one => one.author.id === author))
    after = page.next
  }
  const stuck = theirs[at % Math.max(1, theirs.length)]
  if (!stuck) return
  const how = decisionWays[at % decisionWays.length]!
  const args = { ...stuck.mine, ...('title' in stuck.mine && { title: fresh() }) }
  const seen = Object.fromEntries(Object.keys(args).map(name => [name, stuck.row?.[name] ?? null]))
  const { status, body } = await ask('POST', '/sync/stuck/decide', {
    stuck: stuck.mid,
    mid: crypto.randomUUID(),
    how,
    ...(how === 'drop' ? { reason: 'Not this way' } : {}),
    ...(how !== 'drop' && stuck.row ? { base: { version: stuck.row.version, fields: seen } } : {}),
    ...(how === 'edit' ? { args: { ...args, ...('assignedTo' in args && { assignedTo: author }) } } : {}),
  })
  // What cannot be decided so is left to its author.
  if (status >= 500 || status === 403 || status === 404) throw new Error(`${status} ${JSON.stringify(body)}`)
}
