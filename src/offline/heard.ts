import { onTabMessage, tellTabs, type News, type Written } from './channel.ts'

type Listener = (news: News) => void
const listeners = new Set<Listener>()

/** The newest version of each record that was told in this tab, so that no way tells it again. */
let told = new Map<string, number>()
let before = new Map<string, number>()
/** Two generations of these: what was told long ago may be told again, which costs a read and nothing else. */
const REMEMBERED = 5_000

/** The life of the server that these versions are of: after a restore they may start lower. */
let life: string | undefined

/** From here on news are of this life of the server, and what was told in another one counts no more. */
export function liveIn(epoch: string | undefined): void {
  if (epoch === undefined || epoch === life) return
  if (life !== undefined) {
    told = new Map()
    before = new Map()
  }
  life = epoch
}

/** Is this version new to this tab? Asked, it is not any more. */
export const isNews = ({ t, id, v }: Written): boolean => {
  const key = `${t}:${id}`
  const known = told.get(key) ?? before.get(key)
  if (known !== undefined && known >= v) return false
  if (told.size >= REMEMBERED) {
    before = told
    told = new Map()
  }
  told.set(key, v)
  return true
}

/** Tells this tab what others wrote; each version once, whichever way it came by. */
function hear({ changes, many, epoch }: News): void {
  liveIn(epoch)
  const fresh = changes.filter(isNews)
  if (fresh.length === 0 && many.length === 0) return
  for (const listener of listeners) listener({ changes: fresh, many })
}

/** The same, and the other tabs of this person too. */
export function spread(userId: number, news: News): void {
  liveIn(news.epoch)
  if (news.changes.length === 0 && news.many.length === 0) return
  const told = { ...news, changes: news.changes.map(({ t, id, v }) => ({ t, id, v })) }
  tellTabs({ kind: 'heard', userId, news: told })
  hear(told)
}

/** What was written here is no news here; in other tabs it is. */
export function spreadOwn(userId: number, changes: readonly Written[]): void {
  for (const change of changes) isNews(change)
  if (changes.length > 0) tellTabs({ kind: 'heard', userId, news: { changes, many: [] } })
}

/** Hears of every record that somebody else wrote. */
export function onHeard(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Listens to the other tabs of this person. */
export const hearTabs = (userId: number): (() => void) =>
  onTabMessage(message => {
    if (message.kind === 'heard' && message.userId === userId) hear(message.news)
  })
