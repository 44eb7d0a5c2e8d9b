import { isDeepStrictEqual } from 'node:util'
import { register } from '#contract/register.ts'
import type { Row } from '#contract/module.ts'
import { permission } from '#contract/rules.ts'
import { writeSession } from '#src/offline/device.ts'
import { markConnection } from '#src/offline/connection.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { giveToken } from '#src/offline/token.ts'
import { deviceSession } from '../device-session.ts'
import { signedIn } from '../server.ts'
import type { Shop } from '../shop.ts'
import { backUp, type Backup } from './backup.ts'
import { actionOf, modelDevice, type ModelDevice } from './device.ts'
import { modelNetwork, type Broken, type Mishap } from './network.ts'

const { task, customer } = register
/** What these devices know of: one module that refers to another. */
const modules = { task: task!, customer: customer! }
const rights = Object.values(modules).flatMap(module =>
  (['list', 'create', 'edit', 'details'] as const).map(action => permission(module, action)),
)
const moves = ['start', 'pause', 'finish', 'cancel', 'reopen']

/** What may happen, and how often. */
export const happenings = {
  create: 5,
  createWithCustomer: 2,
  createBad: 2,
  change: 6,
  changeBad: 2,
  move: 3,
  edit: 3,
  discard: 3,
  decide: 3,
  together: 2,
  send: 5,
  steal: 2,
  mishap: 5,
  letGo: 2,
  copy: 3,
  network: 2,
  crash: 3,
  signedOut: 1,
  otherPerson: 1,
  revoke: 1,
  desk: 4,
  pull: 5,
  reset: 1,
  carry: 2,
  save: 1,
  restore: 1,
} as const
export type Happening = keyof typeof happenings
export type Step = { what: Happening; a: number; b: number }

/** What is taken out of the shipped rules: at the network, or a device that forgets what nobody answered. */
export type Missing = Pick<Broken, 'push'> & {
  forgetsUnanswered?: boolean
  /** What is done to the server when it was restored. */
  afterRestore?: (epoch: string) => Promise<unknown>
}

const NOBODY = 999_999_999

type Saved = { backup: Backup; mayWork: boolean }

/** Does what the steps say, heals everything, and answers what is wrong then. */
export async function runModel(
  shop: Shop,
  steps: readonly Step[],
  hasLocks: boolean,
  { forgetsUnanswered = false, afterRestore, ...missing }: Missing = {},
): Promise<string[]> {
  const person = await signedIn(shop.server, { permissions: rights })
  const other = await signedIn(shop.server, { permissions: rights })
  const network = modelNetwork(shop.server.app, {
    ...missing,
    ...(forgetsUnanswered && { lost: () => Promise.all(devices.map(device => device.forgetSending())) }),
  })
  const wrong = new Set<string>()
  const shown = new Map<ModelDevice, Set<string>>()
  const reached = new Map<ModelDevice, { epoch: string; seq: number }>()
  let words = 0
  let mayWork = true
  let saved: Saved | null = null
  /** What was exported last. */
  let file: string | null = null

  const signIn = async (as = person) => {
    giveToken(as.token)
    await writeSession(deviceSession(as.userId))
  }
  const grant = (permissions: readonly string[]) =>
    shop.sql('update role set permissions = $2 where id = $1', [person.roleId, permissions])
  const fresh = () => `w${++words}`

  await signIn()
  const devices = [
    await modelDevice(person.userId, modules, hasLocks),
    await modelDevice(person.userId, modules, hasLocks),
  ]
  for (const device of devices) await device.pull()

  /** Two that wait for different things must not wait for each other: a step ends when nothing moves but what is held. */
  async function step({ what, a, b }: Step): Promise<void> {
    const device = devices[a % 2]!
    const outbox = device.tab(a >> 1)
    const wish = async (
      op: string,
      id: number | null,
      args: Record<string, unknown>,
      base: OutboxOp['base'],
      seen?: Row,
    ) => {
      markConnection({ online: network.isUp(), slow: network.isHolding() })
      await outbox.wish({ op, opV: 1, id, args, base }, seen)
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
        await wish('customer.create', null, { name: fresh(), phones: [{ number: '+919876543210' }] }, null)
        const made = (await device.ops()).findLast(op => op.op === 'customer.create')!
        return wish('task.create', null, { title: fresh(), assignedTo: person.userId, customer: made.id }, null)
      }
      case 'createBad':
        return wish('task.create', null, { title: fresh(), assignedTo: NOBODY }, null)
      case 'change':
        return change(b % 3 === 0 ? { priority: pick(['low', 'high', 'urgent']) } : { title: fresh() })
      case 'changeBad':
        return change({ title: '' })
      case 'move': {
        const kept = pick(await device.kept('task'))
        return kept && wish(`task.${moves[(a + b) % moves.length]}`, kept.id, {}, null, kept.row!)
      }
      case 'edit': {
        const op = pick((await device.open()).filter(op => op.state === 'pending' && 'title' in op.args))
        if (op) await outbox.correct(op.mid, { args: { ...op.args, title: fresh() }, base: op.base })
        return
      }
      case 'discard': {
        const op = pick(await device.open())
        if (op) await outbox.discard(op.mid)
        return
      }
      case 'decide': {
        const op = pick(await device.decisions())
        if (op) await decide(device, op, b)
        return
      }
      case 'together': {
        const kept = pick(await device.kept('task'))
        const made = { title: fresh(), assignedTo: b % 3 === 0 ? NOBODY : person.userId }
        return kept && device.together(kept.row!, made, { title: fresh() })
      }
      case 'send':
        return sending(outbox.sendNow())
      case 'steal':
        return sending(device.steal(a >> 1))
      case 'carry':
        file = b % 2 === 0 ? await device.file() : file
        return file === null ? undefined : devices[(a + 1) % 2]!.takeIn(file)
      case 'mishap':
        return network.mishap((['request lost', 'answer lost', 'doubled', 'held'] as Mishap[])[b % 4]!)
      case 'letGo':
        return network.letGo()
      case 'copy':
        return network.copy(b)
      case 'network':
        return network.turn(!network.isUp())
      case 'crash':
        return device.crash()
      case 'signedOut':
        return giveToken(b % 2 === 0 ? 'no-such-session' : person.token)
      case 'otherPerson':
        await signIn(b % 2 === 0 ? other : person)
        return
      case 'revoke':
        mayWork = !mayWork
        await grant(mayWork ? rights : [])
        return
      case 'desk': {
        const [row] = await shop.sql<{ id: string }>(
          'select id from task where assigned_to = $1 order by id offset $2 limit 1',
          [person.userId, b % 4],
        )
        if (row) await shop.change('task', Number(row.id), b % 2 === 0 ? { title: fresh() } : { priority: 'low' })
        return
      }
      case 'pull':
        return device.pull().then(
          () => undefined,
          () => undefined,
        )
      case 'reset':
        await device.reset()
        return
      case 'save':
        await saved?.backup.forget()
        saved = { backup: await backUp(shop.server.database), mayWork }
        return
      case 'restore': {
        if (!saved) return
        const [clock] = await shop.sql<{ epoch: string }>('select epoch from sync_clock')
        await saved.backup.restore()
        await afterRestore?.(clock!.epoch)
        ;({ mayWork } = saved)
      }
    }
  }

  /** What is on its way for long is not waited for. */
  const sending = async (sent: Promise<void>) => {
    if (!network.isHolding()) return sent
    await Promise.race([sent, new Promise(resolve => setTimeout(resolve, 30))])
  }

  async function decide(device: ModelDevice, op: OutboxOp, how: number): Promise<void> {
    const outbox = device.tab(0)
    const row = op.problem?.row
    const isPlain = actionOf(op) === 'create' || actionOf(op) === 'change'
    if (how % 3 === 0 || !isPlain) {
      if (how % 2 === 0 && !isPlain && op.problem?.code === 'forbidden') return outbox.retry(op.mid)
      return void (await outbox.discard(op.mid))
    }
    const args = { ...op.args, ...('title' in op.args && { title: fresh() }) }
    if ('assignedTo' in args) args.assignedTo = person.userId
    const base = row
      ? {
          version: row.version as number,
          fields: Object.fromEntries(Object.keys(args).map(name => [name, row[name] ?? null])),
        }
      : op.base
    await outbox.correct(op.mid, { args, base: actionOf(op) === 'create' ? null : base })
  }

  async function look(): Promise<void> {
    for (const device of devices) {
      for (const found of await device.wrongRows()) wrong.add(`overlay = fold: ${found}`)
      const ops = await device.ops()
      const mids = new Set(ops.map(({ mid }) => mid))
      const before = shown.get(device) ?? new Set()
      for (const mid of before) if (!mids.has(mid)) wrong.add(`nothing vanishes: ${mid} is gone`)
      shown.set(device, mids)
      const cursor = await device.cursor()
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
  network.letGo()
  await signIn()
  await grant(rights)
  for (const device of devices) {
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
      // What holds up one of a group holds up all of it, and what stands behind them.
      const isOfGroup = [op, ...ahead].some(({ group }) => group !== null)
      if (!isStuck && !isFar && !isOfGroup)
        wrong.add(`no head-of-line block: ${op.op} of ${op.lane} is still ${op.state}`)
    }
    for (let round = 0; round < 12 && (await device.open()).length > 0; round += 1) {
      await device.pull()
      for (const op of await device.decisions()) await decide(device, op, round < 8 ? 1 : 0)
      await device.sendAll()
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
    for (const device of devices) await device.pull()
    await look()
    await compare()
  }

  /** What the devices believe, against what the server did. */
  async function compare(): Promise<void> {
    const history = await shop.sql<{ mid: string; entity: string; record: string }>(
      'select mid, entity, record_id as record from record_history where actor = $1 and mid is not null order by id',
      [person.userId],
    )
    const times = new Map<string, number>()
    for (const { mid } of history) times.set(mid, (times.get(mid) ?? 0) + 1)
    const applied = new Set(
      (
        await shop.sql<{ mid: string }>("select mid from sync_mutation where user_id = $1 and status = 'applied'", [
          person.userId,
        ])
      ).map(({ mid }) => mid),
    )
    for (const [mid, count] of times) if (count > 1) wrong.add(`at most once: ${mid} was done ${count} times`)
    for (const { body, authorization } of network.sent) {
      const { ops } = JSON.parse(body) as { ops: { by: number }[] }
      if (authorization === other.headers.authorization && ops.some(({ by }) => by !== other.userId))
        wrong.add('isolation: sent with the token of somebody else')
    }
    const everywhere = (await Promise.all(devices.map(device => device.ops()))).flat()
    for (const device of devices) {
      const ops = await device.ops()
      for (const op of ops) {
        const isDone = op.state === 'done'
        if (isDone && !applied.has(op.mid)) wrong.add(`exactly once: ${op.op} is done here, not at the server`)
        if (!isDone && applied.has(op.mid))
          wrong.add(`no false state: ${op.op} is ${op.state} here, done at the server`)
        if (op.state === 'superseded' && !everywhere.some(({ supersedes }) => supersedes === op.mid))
          wrong.add(`nothing vanishes: ${op.op} was replaced by nothing`)
      }
      const own = ops.filter(({ deviceId }) => deviceId === device.deviceId)
      for (const lane of new Set(own.map(({ lane }) => lane))) {
        const mine = own
          .filter(op => op.lane === lane && times.has(op.mid))
          .toSorted((x, y) => x.ord - y.ord || x.seq - y.seq)
        const here = mine.map(({ mid }) => mid)
        const there = history.map(({ mid }) => mid).filter(mid => here.includes(mid))
        if (there.join() !== here.join()) wrong.add(`lane order: ${lane}`)
      }
      for (const op of own.filter(({ state, deps }) => state === 'done' && deps.length > 0))
        for (const lane of op.deps) {
          const made = ops.find(one => one.lane === lane && actionOf(one) === 'create' && one.state === 'done')
          const at = (mid: string | undefined) => history.findIndex(one => one.mid === mid)
          if (!made || at(made.mid) > at(op.mid)) wrong.add(`lane order: ${op.op} before ${lane}`)
        }
      for (const group of new Set(ops.map(one => one.group)))
        if (group !== null) {
          const live = ops.filter(op => op.group === group && op.state !== 'superseded')
          const done = live.filter(op => applied.has(op.mid)).length
          if (done > 0 && done < live.length) wrong.add(`all or nothing: a part of ${group}`)
        }
      for (const name of Object.keys(modules))
        for (const kept of await device.kept(name)) {
          const there = await shop.read(name, kept.id).catch(() => null)
          if (!isDeepStrictEqual(there, kept.row))
            wrong.add(
              `convergence: ${name}:${kept.id} is ${JSON.stringify(kept.row)}, the server has ${JSON.stringify(there)}`,
            )
        }
    }
    const open = await shop.sql<{ id: string }>(
      "select id from task where assigned_to = $1 and stage in ('open', 'inProgress') and archived_at is null",
      [person.userId],
    )
    for (const device of devices) {
      const here = new Set((await device.kept('task')).map(({ id }) => id))
      for (const { id } of open) if (!here.has(Number(id))) wrong.add(`convergence: task:${id} is not on the device`)
    }
  }
}
