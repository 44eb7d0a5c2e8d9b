import './rescue.css'
import type { Version } from '#contract/build.ts'
import { onTabMessage } from '#src/offline/channel.ts'
import { goAway } from '#src/offline/kill.ts'
import { inTurnWithin } from '#src/offline/turns.ts'
import { blobOf, exportName, exportOf, filesIn, signed } from '#src/offline/outbox/export-format.ts'
import { needsDecision, type OutboxOp } from '#src/offline/outbox/op.ts'
import { readStores } from '#src/offline/raw-store.ts'
import { readToken, TOKEN_KEY } from '#src/offline/token.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { sendUnsent } from './send.ts'
import { findUnsent, takeOut, type Unsent } from './unsent.ts'
import { fetchWords, t } from './words.ts'

/** As long as one sending may take, in ms. */
const TURN = 65_000
/** As long as the server may take to say that it is there, in ms. */
const PATIENCE = 15_000

type Part = Node | string | false

function make(tag: string, attributes: Record<string, string>, ...parts: Part[]): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...parts.filter(part => part !== false))
  return element
}

function button(words: string, work: (button: HTMLButtonElement) => Promise<void> | void, look = ''): HTMLElement {
  const element = make('button', { type: 'button', ...(look && { class: look }) }, words) as HTMLButtonElement
  element.addEventListener('click', () => {
    void Promise.resolve(work(element)).catch((error: unknown) => {
      console.error(error)
      element.after(make('p', { role: 'alert' }, String(error)))
    })
  })
  return element
}

const main = document.querySelector('main')!
const LOCKED = 'locked'
const isLocked = () => localStorage.getItem(LOCKED) !== null

const link = (to: string, words: string) => make('a', { href: to, class: 'button' }, words)
const hasWork = ({ ops, blobs, drafts, sealed, unreadable }: Unsent) =>
  ops.length + blobs.length + drafts.length + sealed + unreadable.length > 0

async function start(): Promise<void> {
  await fetchWords()
  document.title = `${t('title')} · Caredesk`
  const found = (await findUnsent()).filter(hasWork)
  const mine = await whoseSession()
  const saidOfAgain = make('p', { role: 'status', class: 'said' })
  main.replaceChildren(
    make('p', { class: 'brand' }, 'Caredesk'),
    make('h1', {}, t('title')),
    make('p', {}, t('text')),
    ...(isLocked() ? [make('p', { class: 'note' }, t('locked'))] : []),
    ...(found.length === 0 ? [make('p', { class: 'note', 'data-none': '' }, t('none'))] : []),
    ...found.map(unsent => card(unsent, mine)),
    make(
      'section',
      {},
      make('p', {}, t('againText')),
      make(
        'p',
        { class: 'row' },
        link('/', t('app')),
        button(t('again'), pressed => loadAgain(pressed, saidOfAgain)),
      ),
      saidOfAgain,
    ),
  )
}

let drawing = Promise.resolve()
/** What was shown may not be for whoever sits here by now. One after the other, so that the last word stays. */
function drawAnew(): void {
  main.replaceChildren()
  drawing = drawing.then(start, start)
}
addEventListener('storage', ({ key }) => {
  // Somebody has locked, left or come in another tab; no key: all of it was emptied.
  if (key === null || key === LOCKED || key === TOKEN_KEY) drawAnew()
})
// The token goes before it can be read here that its person has left.
onTabMessage(({ kind }) => {
  if (kind === 'closeStores') drawAnew()
})
// A page that comes back as it was has heard nothing meanwhile.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) drawAnew()
})

/** Whose session the device remembers; the server is asked before anything leaves. */
const whoseSession = async (): Promise<number | null> => (await sessionHere())?.userId ?? null

type SessionHere = { userId?: number; fileKey?: CryptoKey }
async function sessionHere(): Promise<SessionHere | null> {
  const entries = ((await readStores('caredesk-device', ['entries']).catch(() => null))?.entries ?? []) as {
    key: string
    value?: SessionHere
  }[]
  return entries.find(({ key }) => key === 'session')?.value ?? null
}

/** Where a sign-out could not seal it, it is nobody's else all the same. */
const isOthers = ({ userId, leaving }: Unsent, mine: number | null) => leaving || (mine !== null && userId !== mine)

function card(unsent: Unsent, mine: number | null): HTMLElement {
  const { userId, initial, leaving, ops, blobs, drafts, sealed, unreadable } = unsent
  const isMine = userId === mine && !leaving
  const said = make('p', { role: 'status', class: 'said' })
  const isReadable = ops.length + blobs.length + drafts.length > 0
  const ofOthers = isOthers(unsent, mine)
  const canRead = !isLocked() && isReadable && !ofOthers
  let facts = factsOf(unsent)
  let listed = listOf(ops)

  const list = (ops: readonly OutboxOp[]) => {
    const shown = listed.list
    listed = listOf(ops)
    shown.replaceWith(listed.list)
  }
  /** The app in another tab goes on working: what leaves is what lies there now, and that is shown. Null: nothing is there for them. */
  const take = async (): Promise<Unsent | null> => {
    const now = await takeOut(userId)
    if (now === null || isLocked() || isOthers(now, await whoseSession())) {
      said.textContent = t(now === null ? 'none' : isLocked() ? 'locked' : 'stopped.otherPerson')
      list([])
      return null
    }
    const shown = facts
    facts = factsOf(now)
    shown.replaceWith(facts)
    list(now.ops)
    return now
  }
  const save = async () => {
    const now = await take()
    if (!now) return
    const session = await sessionHere()
    const made = await signed(exportOf(now), session?.userId === userId ? session.fileKey : undefined)
    saveFile(blobOf(made), exportName(made))
  }
  const send = async (pressed: HTMLButtonElement) => {
    pressed.disabled = true
    let sent = 0
    const hear = (taken: readonly OutboxOp[]) => {
      const own = taken.filter(listed.has)
      for (const op of own) listed.show(op)
      sent += own.filter(({ state }) => state === 'done').length
    }
    const work = async () => {
      said.textContent = t('sending')
      const now = await take()
      if (!now) return
      if (now.ops.length === 0) return void (said.textContent = t('noChange'))
      const stopped = await sendUnsent(now, readToken(), hear)
      said.textContent = stopped ? t(`stopped.${stopped}`) : t('sent', { count: sent, all: now.ops.length })
    }
    let sending = null as Promise<void> | null
    const begin = () => (sending = work())
    try {
      // The app in another tab sends at another time.
      await inTurnWithin(`send:${userId}`, TURN, begin, () => (said.textContent = t('waits')))
    } catch (error) {
      // It took the turn of what it heard nothing of: what goes on here goes on to its end, and is done once all the same.
      if (sending === null) throw error
      await sending
    } finally {
      pressed.disabled = false
    }
  }
  return make(
    'section',
    { 'data-user': String(userId) },
    make('h2', {}, isMine ? t('mine') : t('theirs', { initial: initial || '?' })),
    facts,
    sealed > 0 && make('p', {}, t('sealedText')),
    unreadable.length > 0 && make('p', { class: 'note' }, t('unreadable', { stores: unreadable.join(', ') })),
    isReadable && ofOthers && make('p', { class: 'note' }, t('stopped.otherPerson')),
    canRead && make('p', {}, t('exportText')),
    canRead &&
      make(
        'p',
        { class: 'row' },
        button(t('export'), save, 'primary'),
        isMine && ops.length > 0 && button(t('send'), send),
      ),
    said,
    canRead && listed.list,
  )
}

/** How much of what there is; of changes that could not be read nobody knows. */
function factsOf({ ops, blobs, drafts, sealed, unreadable }: Unsent): HTMLElement {
  const facts = (
    [
      ['changes', ops.length],
      ['decisions', ops.filter(needsDecision).length],
      ['files', filesIn(blobs)],
      ['drafts', drafts.length],
      ['sealed', sealed],
    ] as const
  ).filter(([name, count]) => count > 0 || (name === 'changes' && !unreadable.includes('outbox')))
  return make(
    'dl',
    {},
    ...facts.map(([name, count]) =>
      make('div', { 'data-fact': name }, make('dt', {}, t(name)), make('dd', {}, String(count))),
    ),
  )
}

/** Each change in the words of the store: what, of which record, when, and where it stands. */
function listOf(ops: readonly OutboxOp[]) {
  const states = new Map<string, HTMLElement>()
  const show = (op: OutboxOp) => {
    const cell = states.get(op.mid)
    if (cell) cell.textContent = t(`states.${op.state}`, { why: op.problem?.message || op.problem?.code || '' })
  }
  const rows = ops.map(op => {
    const state = make('td', {})
    states.set(op.mid, state)
    show(op)
    return make(
      'tr',
      { 'data-mid': op.mid },
      make('td', {}, make('bdi', {}, `${op.op.replace('.', ' · ')} ${op.id}`)),
      make('td', {}, new Date(op.at).toLocaleString()),
      state,
    )
  })
  const heads = (['what', 'when', 'state'] as const).map(name => make('th', { scope: 'col' }, t(name)))
  const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...rows))
  return {
    list: ops.length > 0 ? make('div', { class: 'scroll', tabindex: '0' }, table) : make('div', { hidden: '' }),
    show,
    /** A restored server gets again what was sent before, and is not listed. */
    has: ({ mid }: OutboxOp) => states.has(mid),
  }
}

/** For an app that does not start any more: its files go, and come from the server. */
async function loadAgain(pressed: HTMLButtonElement, said: HTMLElement): Promise<void> {
  pressed.disabled = true
  said.textContent = ''
  try {
    // Without it nothing would come in their place, and this page would be gone with them.
    if (!(await isServerThere())) return void (said.textContent = t('againUnreachable'))
    for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await goAway(registration)
    location.assign('/')
  } finally {
    pressed.disabled = false
  }
}

/** No device keeps this file, and what a gateway says in the place of the server names no build. */
async function isServerThere(): Promise<boolean> {
  try {
    const answer = await fetch('/version.json', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })
    const { build } = (await answer.json()) as Partial<Version>
    return answer.ok && typeof build === 'string'
  } catch {
    return false
  }
}

drawAnew()
