import { isDeepStrictEqual } from 'node:util'
import type { PushAnswer } from '#contract/calls/push.ts'
import type { Change } from '#contract/calls/sync.ts'
import { register } from '#contract/register.ts'
import type { Row } from '#contract/module.ts'
import { permission } from '#contract/rules.ts'
import { readSession, writeSession } from '#src/offline/device.ts'
import { markConnection } from '#src/offline/connection.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import type { Outbox } from '#src/offline/outbox/outbox.ts'
import type { Wish } from '#src/offline/queue.ts'
import { giveToken } from '#src/offline/token.ts'
import { deviceSession } from '../device-session.ts'
import { signedIn, signInAgain } from '../server.ts'
import type { Shop } from '../shop.ts'
import { backUp, type Backup } from './backup.ts'
import { actionOf, modelDevice, type Heard, type MissingHere, type ModelDevice, type Page } from './device.ts'
import { lostUpdates, misbelieved, misordered, readAgain, strayTags, vanished } from './judge.ts'
import { readLedger } from './ledger.ts'
import { supervise } from './supervisor.ts'
import { modelNetwork, type Broken, type Mishap, type PageMishap } from './network.ts'

const { task, customer } = register
/** What these devices know of: one module that refers to another. */
const modules = { task: task!, customer: customer! }
const rightsOf = (module: (typeof modules)[keyof typeof modules]) =>
  (['list', 'create', 'edit', 'details'] as const).map(action => permission(module, action))
const rights = Object.values(modules).flatMap(rightsOf)
const moves = ['start', 'pause', 'finish', 'cancel', 'reopen']
const mishaps: Mishap[] = ['request lost', 'answer lost', 'doubled', 'held', 'overtaken']
const pageMishaps: PageMishap[] = ['request lost', 'answer lost', 'held', 'overtaken']

/** What may happen, and how often. */
export const happenings = {
  create: 5,
  createWithCustomer: 2,
  createBad: 2,
  change: 6,
  changeBad: 2,
  changeTags: 3,
  changePhones: 3,
  move: 3,
  edit: 3,
  discard: 3,
  decide: 3,
  send: 5,
  steal: 2,
  mishap: 5,
  pageMishap: 3,
  letGo: 2,
  copy: 3,
  network: 2,
  crash: 3,
  signedOut: 1,
  otherPerson: 1,
  revoke: 2,
  desk: 4,
  deskMakes: 1,
  deskPhones: 2,
  archive: 2,
  supervise: 3,
  giveAway: 1,
  pull: 5,
  reset: 1,
  carry: 2,
  leave: 2,
  freeze: 1,
  thaw: 1,
  upgrade: 2,
  save: 1,
  restore: 1,
} as const
export type Happening = keyof typeof happenings
export type Step = { what: Happening; a: number; b: number }

/** What is taken out of the shipped rules: at the network, or a device that forgets what nobody answered. */
export type Missing = Omit<Broken, 'lost'> & {
  forgetsUnanswered?: boolean
  /** What is done to the server when it was restored. */
  afterRestore?: (epoch: string) => Promise<unknown>
  /** What a page, and an answer to a push, says when it comes a second time. */
  again?: (changes: readonly Change[]) => readonly Change[]
  answeredAgain?: (answer: PushAnswer) => PushAnswer
  device?: MissingHere
}

const NOBODY = 999_999_999

type Phone = Record<string, unknown>
/** One as the form sends it. */
const phone = (id: number | null, number: string) => ({ id, number, kind: 'mobile', typed: null })

type Saved = { backup: Backup; may: readonly string[] }

/** Does what the steps say, heals everything, and answers what is wrong then. */
export async function runModel(
  shop: Shop,
  steps: readonly Step[],
  hasLocks: boolean,
  {
    forgetsUnanswered = false,
    afterRestore,
    again = changes => changes,
    answeredAgain = answer => answer,
    device: missingHere,
    ...missing
  }: Missing = {},
): Promise<string[]> {
  const person = await signedIn(shop.server, { permissions: rights })
  const other = await signedIn(shop.server, { permissions: rights })
  const network = modelNetwork(shop.server.app, {
    ...missing,
    ...(forgetsUnanswered && { lost: () => Promise.all(devices.map(device => device.forgetSending())) }),
  })
  const wrong = new Set<string>()
  const say = (problems: readonly string[]) => {
    for (const problem of problems) wrong.add(problem)
  }
  const shown = new Map<ModelDevice, Set<string>>()
  const reached = new Map<ModelDevice, { epoch: string; seq: number }>()
  let words = 0
  let may: readonly string[] = rights
  let hadLessRights = false
  let saved: Saved | null = null
  /** What was exported last. */
  let file: string | null = null

  const signIn = async (as = person) => {
    await writeSession(deviceSession(as.userId, { token: as.token }))
    // Like a worker, a tab here gives itself the token of the session that it finds: who has just read the one before is first.
    await readSession()
    giveToken(as.token)
  }
  const grant = async (permissions: readonly string[]) => {
    may = permissions
    hadLessRights ||= permissions !== rights
    await shop.sql('update role set permissions = $2 where id = $1', [person.roleId, permissions])
  }
  const fresh = () => `w${++words}`
  /** As it is typed here; the server keeps it with the number of the country. */
  const freshNumber = () => `98765 ${10_000 + ++words}`

  // What was made by those of earlier stories has become so old that no device keeps it.
  await shop.sql(
    `update customer set updated_at = '2000-01-01Z', version = version + 1 where updated_at > '2000-01-01Z'`,
  )
  await signIn()
  const devices = [
    await modelDevice(person.userId, modules, hasLocks, missingHere),
    await modelDevice(person.userId, modules, hasLocks, missingHere),
  ]
  for (const device of devices) await device.pull()

  /** What is on its way for long is not waited for. */
  const sending = async (sent: Promise<unknown>): Promise<void> => {
    if (!network.isHolding()) return void (await sent)
    await Promise.race([sent, new Promise(resolve => setTimeout(resolve, 30))])
  }

  /** Asks for all that is new. What came with it comes once more, and changes nothing. */
  async function pull(device: ModelDevice): Promise<void> {
    if (network.isHolding()) return sending(device.pull().catch(() => undefined))
    const pages: Page[] = []
    const hearPage = (page: Page) => {
      // What went before a load is over.
      if ('after' in page && page.after === null) pages.length = 0
      pages.push(page)
    }
    const isDone = await network.listen({ push: async () => undefined, page: hearPage }, () =>
      device.pull().then(
        () => true,
        () => false,
      ),
    )
    if (!isDone) return
    for (const page of pages) say(await device.takeAgain(page, again))
    if (pages.length > 0) say(await foreignRows(device))
  }

  /** Sends. What was answered is heard once more, and changes nothing. */
  async function send(device: ModelDevice, work: () => Promise<unknown>): Promise<void> {
    if (network.isHolding()) return sending(work())
    const answers: Heard[] = []
    await network.listen(
      {
        push: async (input, answer) => {
          const heard = await device.heard(input, answer)
          if (heard) answers.push(heard)
        },
        page: () => undefined,
      },
      work,
    )
    for (const heard of answers) say(await device.hearAgain({ ...heard, answer: answeredAgain(heard.answer) }))
  }

  /** Rows that this person may not see any more, and for which nothing of theirs waits. */
  async function foreignRows(device: ModelDevice): Promise<string[]> {
    const waiting = new Set((await device.open()).map(({ lane }) => lane))
    const found: string[] = []
    for (const [name, module] of Object.entries(modules)) {
      if (rightsOf(module).every(right => may.includes(right))) continue
      for (const { id } of await device.kept(name))
        if (!waiting.has(`${name}:${id}`))
          found.push(`isolation: ${name}:${id} stays on a device of who may not see it`)
    }
    return found
  }

  /** One of the tasks of the person. */
  async function deskPicks(at: number): Promise<{ id: number; isArchived: boolean } | undefined> {
    const [row] = await shop.sql<{ id: string; isArchived: boolean }>(
      `select id, archived_at is not null as "isArchived" from task where assigned_to = $1 order by id offset $2 limit 1`,
      [person.userId, at % 4],
    )
    return row && { ...row, id: Number(row.id) }
  }

  /** Two that wait for different things must not wait for each other: a step ends when nothing moves but what is held. */
  // oxlint-disable-next-line eslint/complexity -- one line for each thing that may happen
  async function step({ what, a, b }: Step): Promise<unknown> {
    const device = devices[a % 2]!
    const outbox = device.tab(a >> 1)
    switch (what) {
      case 'carry':
        file = b % 2 === 0 ? await device.file() : file
        return file === null ? undefined : devices[(a + 1) % 2]!.takeIn(file)
      case 'mishap':
        return network.mishap(mishaps[b % 5]!)
      case 'pageMishap':
        return network.pageMishap(pageMishaps[b % 4]!, Math.floor(b / 4))
      case 'letGo':
        return network.letGo()
      case 'copy':
        return network.copy(b)
      case 'network':
        return network.turn(!network.isUp())
      case 'crash':
        return device.crash()
      case 'leave':
        return leave(device)
      case 'freeze':
        return device.freeze(a >> 1)
      case 'thaw':
        return say(await device.thaw())
      case 'upgrade':
        // Most tabs that keep others from it are found by nobody before.
        if (b % 3 > 0) device.freeze(a >> 1)
        return say(await device.upgrade())
      case 'signedOut':
        return giveToken(b % 2 === 0 ? 'no-such-session' : person.token)
      case 'otherPerson':
        return signIn(b % 2 === 0 ? other : person)
      case 'revoke':
        return grant(may === rights ? (b % 2 === 0 ? [] : rightsOf(modules.task)) : rights)
      case 'desk':
      case 'giveAway': {
        const row = await deskPicks(b)
        const change = b % 2 === 0 ? { title: fresh() } : { priority: 'low' }
        if (row) await shop.change('task', row.id, what === 'desk' ? change : { assignedTo: other.userId })
        return
      }
      case 'archive': {
        const row = await deskPicks(b)
        if (!row) return
        const [method, path] = row.isArchived ? (['POST', '/restore'] as const) : (['DELETE', ''] as const)
        const { status, body } = await shop.ask(method, `/task/${row.id}${path}`)
        if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
        return
      }
      case 'supervise':
        return supervise(shop, person.userId, b, fresh)
      case 'deskPhones': {
        const [row] = await shop.sql<{ id: string; phones: Phone[] }>(
          `select id, phones from customer where updated_at > '2000-01-01Z' order by id offset $1 limit 1`,
          [Math.floor(b / 2) % 3],
        )
        if (!row) return
        const [first, ...others] = row.phones
        const phones =
          b % 2 === 0 ? [...row.phones, { number: freshNumber() }] : [{ ...first, number: freshNumber() }, ...others]
        return shop.change('customer', Number(row.id), { phones })
      }
      case 'deskMakes':
        return shop.make('task', { title: fresh(), assignedTo: person.userId })
      case 'reset':
        return device.reset()
      case 'save':
        await saved?.backup.forget()
        saved = { backup: await backUp(shop.server.database), may }
        return
      case 'restore': {
        if (!saved) return
        const [clock] = await shop.sql<{ epoch: string }>('select epoch from sync_clock')
        await saved.backup.restore()
        await afterRestore?.(clock!.epoch)
        ;({ may } = saved)
        return signInAnew()
      }
      default:
        // While a frozen tab keeps the others from the database, nobody can work there.
        return outbox && work(device, outbox, { what, a, b })
    }
  }

  /** What a person does on a device, and what its tabs do by themselves. */
  // oxlint-disable-next-line eslint/complexity -- one line for each thing that may happen
  async function work(device: ModelDevice, outbox: Outbox, { what, a, b }: Step): Promise<unknown> {
    const wish = async (op: string, id: number | null, args: Wish['args'], base: Wish['base'], seen?: Row) => {
      markConnection({ online: network.isUp(), slow: network.isHolding() })
      // Some do not wait for what the server says.
      await device.wish(outbox, { op, opV: 1, id, args, base }, seen, b % 4 > 0)
      // Where nobody waits for the server, the attempt to reach it is still to come.
      await sending(outbox.sendDue())
    }
    const pick = <T>(from: readonly T[]): T | undefined => from[b % Math.max(1, from.length)]
    const change = async (args: Record<string, unknown>) => {
      const kept = pick(await device.kept('task'))
      if (!kept) return
      const row = kept.row!
      const fields = Object.fromEntries(Object.keys(args).map(name => [name, row[name]]))
      await wish('task.change', kept.id, args, { version: row.version, fields }, row)
    }
    switch (what) {
      case 'create':
        return wish('task.create', null, { title: fresh(), assignedTo: person.userId }, null)
      case 'createWithCustomer': {
        const id = await device.nextId()
        await wish('customer.create', null, { name: fresh(), phones: [phone(id, '+919876543210')] }, null)
        const made = (await device.ops()).findLast(op => op.op === 'customer.create')
        const about = made ? { customer: made.id } : {}
        return wish('task.create', null, { title: fresh(), assignedTo: person.userId, ...about }, null)
      }
      case 'createBad':
        return wish('task.create', null, { title: fresh(), assignedTo: NOBODY }, null)
      case 'change':
        return change(b % 3 === 0 ? { priority: pick(['low', 'high', 'urgent']) } : { title: fresh() })
      case 'changeBad':
        return change({ title: '' })
      case 'changeTags': {
        const kept = pick(await device.kept('customer'))
        if (!kept) return
        const row = kept.row!
        const tags = row.tags as string[]
        const next = a % 3 === 0 && tags.length > 0 ? tags.slice(1) : [...tags, fresh()]
        return wish('customer.change', kept.id, { tags: next }, { version: row.version, fields: { tags } }, row)
      }
      case 'changePhones': {
        const kept = pick(await device.kept('customer'))
        const id = await device.nextId()
        if (!kept || id === null) return
        const row = kept.row!
        const phones = row.phones as Phone[]
        const last = phones.at(-1)!
        // One more, the last one otherwise, or the last one taken away.
        const ways = [
          [...phones, phone(id, freshNumber())],
          [...phones.slice(0, -1), { ...last, number: freshNumber() }],
        ]
        if (phones.length > 1) ways.push(phones.slice(0, -1))
        const next = ways[b % ways.length]
        return wish('customer.change', kept.id, { phones: next }, { version: row.version, fields: { phones } }, row)
      }
      case 'move': {
        const kept = pick(await device.kept('task'))
        return kept && wish(`task.${moves[(a + b) % moves.length]}`, kept.id, {}, null, kept.row!)
      }
      case 'edit': {
        const op = pick((await device.open()).filter(op => op.state === 'pending' && 'title' in op.args))
        return op && device.correct(outbox, op.mid, { args: { ...op.args, title: fresh() }, base: op.base })
      }
      case 'discard': {
        const op = pick(await device.open())
        return op && device.discard(outbox, op.mid)
      }
      case 'decide': {
        const op = pick(await device.decisions())
        return op && decide(device, outbox, op, b)
      }
      case 'send':
        return send(device, () => outbox.sendNow())
      case 'steal':
        return sending(device.steal(a >> 1))
      case 'pull':
        return pull(device)
    }
  }

  async function decide(device: ModelDevice, outbox: Outbox, op: OutboxOp, how: number): Promise<unknown> {
    const row = op.problem?.row
    // Said anew over a record that somebody else changed, tags and phones of theirs would be taken away on purpose.
    const hasMany = 'tags' in op.args || 'phones' in op.args
    const isPlain = actionOf(op) === 'create' || (actionOf(op) === 'change' && !hasMany)
    if (how % 3 === 0 || !isPlain) {
      if (how % 2 === 0 && !isPlain && op.problem?.code === 'forbidden') return device.retry(outbox, op.mid)
      return device.discard(outbox, op.mid)
    }
    const args = { ...op.args, ...('title' in op.args && { title: fresh() }) }
    if ('assignedTo' in args) args.assignedTo = person.userId
    const base = row
      ? {
          version: row.version as number,
          fields: Object.fromEntries(Object.keys(args).map(name => [name, row[name] ?? null])),
        }
      : op.base
    const better = { args, base: actionOf(op) === 'create' ? null : base }
    // Somebody archived the record.
    if (op.problem?.asks?.includes('archivedAt')) return device.bringBack(outbox, op.mid, better)
    return device.correct(outbox, op.mid, better)
  }

  /** Signs out and in again. For that there has to be a server, and it knows this person. */
  async function leave(device: ModelDevice): Promise<void> {
    const isUp = network.isUp()
    say(
      await device.leave(async work => {
        network.turn(true)
        await signIn()
        await work()
        network.turn(isUp)
      }),
    )
  }

  /** A restore ends every session: devices hear so with whatever they ask next, and sign their person out. */
  async function signInAnew(): Promise<void> {
    for (const one of [person, other, shop.person]) {
      const { authorization } = one.headers
      await signInAgain(shop.server, one)
      network.renew(authorization, one.headers.authorization)
    }
    for (const device of devices) await leave(device)
  }

  async function look(): Promise<void> {
    for (const device of devices) {
      const looked = await device.look()
      const { ops, rows, cursor, isSettled, isWhole } = looked
      say(device.wrongRows(rows, ops, hadLessRights && !isWhole).map(found => `overlay = fold: ${found}`))
      if (isSettled) say(readAgain(device, devices, looked))
      const mids = new Set([...ops, ...device.leftBehind].map(({ mid }) => mid))
      for (const mid of shown.get(device) ?? []) if (!mids.has(mid)) wrong.add(`nothing vanishes: ${mid} is gone`)
      shown.set(device, mids)
      const last = reached.get(device)
      if (cursor && last && cursor.epoch === last.epoch && cursor.seq < last.seq)
        wrong.add(`cursor monotone: from ${last.seq} back to ${cursor.seq}`)
      if (cursor) reached.set(device, cursor)
    }
  }

  for (const one of steps) {
    await step(one)
    await look()
  }

  // Heal: network, session and rights are back, what was on its way arrives, and a person decides.
  network.turn(true)
  network.mishap(null)
  network.pageMishap(null)
  network.letGo()
  await signIn()
  await grant(rights)
  for (const device of devices) {
    say(await device.thaw())
    await device.crash()
    // A server that was restored is heard of by asking what is new.
    await device.pull()
    await device.sendAll()
    for (const op of await device.open()) {
      const ops = await device.ops()
      const ahead = ops.filter(
        one => one.open === 1 && (one.lane === op.lane ? one.ord < op.ord : op.deps.includes(one.lane)),
      )
      const isStuck = [op, ...ahead].some(one => one.state === 'conflict' || one.state === 'rejected')
      const isFar = ahead.some(one => ops.some(two => two.open === 1 && one.deps.includes(two.lane)))
      if (!isStuck && !isFar) wrong.add(`no head-of-line block: ${op.op} of ${op.lane} is still ${op.state}`)
    }
    for (let round = 0; round < 12 && (await device.open()).length > 0; round += 1) {
      await device.pull()
      for (const op of await device.decisions()) await decide(device, device.tab(0)!, op, round < 8 ? 1 : 0)
      await send(device, device.sendAll)
    }
    const left = await device.open()
    if (left.length > 0)
      wrong.add(`progress: ${left.map(op => `${op.op} ${op.state} ${op.problem?.code ?? ''}`).join(', ')}`)
  }
  await settle()
  // Whatever was sent comes once more, and changes nothing.
  for (let at = 0; at < network.sent.length; at += 1) await network.copy(at)
  await settle()
  for (const device of devices) device.close()
  await (saved as Saved | null)?.backup.forget()
  return [...wrong]

  async function settle(): Promise<void> {
    for (const device of devices) await pull(device)
    for (const device of devices) await device.prune()
    await look()
    await compare()
    for (const device of devices) say(await strayed(device))
  }

  /** What the devices believe, against what the server did. */
  async function compare(): Promise<void> {
    const ledger = await readLedger(shop, person.userId)
    for (const [mid, times] of ledger.writings)
      if (times.length > 1) wrong.add(`at most once: ${mid} was done ${times.length} times`)
    for (const { body, authorization } of network.sent) {
      const { ops } = JSON.parse(body) as { ops: { by: number }[] }
      if (network.today(authorization) === other.headers.authorization && ops.some(({ by }) => by !== other.userId))
        wrong.add('isolation: sent with the token of somebody else')
    }
    const held = await Promise.all(devices.map(device => device.ops()))
    const left = devices.flatMap(device => device.leftBehind)
    const everywhere = [...held.flat(), ...left]
    say(vanished(devices, everywhere, ledger)(everywhere))
    say(misbelieved(everywhere, ledger))
    say(lostUpdates(everywhere, ledger))
    const customers = await shop.sql<{ id: string; tags: string[] }>('select id, tags from customer')
    say(strayTags(devices, everywhere, new Map(customers.map(({ id, tags }) => [Number(id), tags])), ledger))
    for (const [at, device] of devices.entries())
      say(misordered(device, devices, [...held[at]!, ...device.leftBehind], ledger))
  }

  /** Rows that a device holds otherwise than the server, or should not hold, or does not. */
  async function strayed(device: ModelDevice): Promise<string[]> {
    const found: string[] = []
    const theirs = await shop.sql<{ id: string }>('select id from task where $1 in (assigned_to, assigned_by)', [
      person.userId,
    ])
    const wanted = {
      task: theirs,
      customer: await shop.sql<{ id: string }>(`select id from customer where updated_at > '2000-01-01Z'`),
    }
    for (const [name, there] of Object.entries(wanted)) {
      const here = new Map((await device.kept(name)).map(({ id, row }) => [id, row]))
      const ids = new Set(there.map(({ id }) => Number(id)))
      for (const id of ids) if (!here.has(id)) found.push(`convergence: ${name}:${id} is not on the device`)
      for (const [id, row] of here) {
        if (!ids.has(id)) found.push(`isolation: ${name}:${id} is on the device of somebody whose it is not`)
        const now = await shop.read(name, id).catch(() => null)
        if (!isDeepStrictEqual(now, row))
          found.push(`convergence: ${name}:${id} is ${JSON.stringify(row)}, the server has ${JSON.stringify(now)}`)
      }
    }
    return found
  }
}
