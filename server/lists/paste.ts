import { z } from 'zod'
import type { PasteAnswer } from '#contract/calls/records.ts'
import type { Module, Row } from '#contract/module.ts'
import { opOf, OP_VERSION } from '#contract/intent.ts'
import { GAP } from '#contract/list.ts'
import { problem } from '#contract/problem.ts'
import type { Ask, Writer } from '#server/crud/behaviour.ts'
import { hashOf } from '#server/crud/ledger.ts'
import { fieldsOf } from '#server/crud/invalid.ts'
import type { Store, Tx } from '#server/crud/store.ts'
import { refuseIfChanged } from '#server/lib/people.ts'
import { lockOf, twinMessage } from './behaviour.ts'
import { folded, freeCode } from './names.ts'

type Values = Record<string, unknown>

export const PASTE_LIMIT = 1_000

export const pasteInput = z.strictObject({ items: z.array(z.record(z.string(), z.unknown())).min(1).max(PASTE_LIMIT) })

type Author = Pick<Ask, 'actor' | 'request'> & { mid: string }

/** Adds many items at once: what is known is skipped, what is wrong is said by line, the rest is added. */
export function pasteItems(
  writer: Writer,
  store: Store,
  list: Module,
  author: Author,
  items: Values[],
): Promise<PasteAnswer> {
  return store.transaction(async tx => {
    const wish = { mid: author.mid, op: opOf(list, 'paste'), opV: OP_VERSION, id: null, base: null, args: { items } }
    const reqHash = hashOf({ wish, actor: author.actor })
    const queue = { queueId: null, queueSeq: null, lane: null, supersededBy: null, result: null }
    const { mid, op, opV } = wish
    const twin = await tx.claim({ mid, userId: author.actor.id, op, opV, reqHash, status: 'applied', ...queue })
    if (twin && twin.reqHash !== reqHash) throw problem('key-reuse', 'This key was used for something else.')
    if (twin) return twin.result as PasteAnswer
    const answer = await addItems(writer, tx, list, author, items)
    await refuseIfChanged(tx, writer.register, author.actor)
    await tx.settle(mid, { status: 'applied', result: answer })
    return answer
  })
}

/** The same without the ledger, for whoever is in a transaction already. */
export async function addItems(
  writer: Writer,
  tx: Tx,
  list: Module,
  author: Author,
  items: Values[],
): Promise<PasteAnswer> {
  await tx.lock(lockOf(list.name))
  const known = await tx.inOrder(list, 'position', {})
  const codes = new Set(known.map(item => item.code as string))
  const live = new Map(known.filter(item => !item.archivedAt).map(item => [keyOf(item), item]))
  const parents = await parentsOf(writer, tx, list, items)
  let position = known.reduce((last, item) => Math.max(last, item.position as number), 0)

  const now = writer.now().toISOString()
  const who = author.actor.id
  const answer: PasteAnswer = { rows: [], lines: [], problems: [] }
  for (const [index, item] of items.entries()) {
    const checked = check(list, item, parents, codes)
    if ('fields' in checked) {
      answer.lines.push({ index, status: 'refused' })
      answer.problems.push({ index, message: Object.values(checked.fields)[0]!, fields: checked.fields })
      continue
    }
    const { input } = checked
    const twin = live.get(keyOf(input))
    if (twin?.active === false) {
      const message = twinMessage(twin.label as string, false)
      answer.lines.push({ index, status: 'refused', id: twin.id })
      answer.problems.push({ index, message, fields: { label: message } })
      continue
    }
    if (twin) {
      answer.lines.push({ index, status: 'skipped', id: twin.id })
      continue
    }
    const code = (input.code as string | null) ?? (await freeCode(input.label as string, code => codes.has(code)))
    position = (input.position as number | null) ?? position + GAP
    const record = {
      version: 1,
      createdAt: now,
      createdBy: who,
      updatedAt: now,
      updatedBy: who,
      archivedAt: null,
      mergedInto: null,
    }
    const row: Row = { id: await tx.nextId(), ...record, ...input, code, position }
    codes.add(code)
    live.set(keyOf(row), row)
    answer.rows.push(row)
    answer.lines.push({ index, status: 'added', id: row.id })
  }
  const context = {
    actor: who,
    action: 'create',
    mid: author.mid,
    device: null,
    request: author.request,
    offline: false,
  }
  await tx.insertMany(list, answer.rows, context)
  return answer
}

const keyOf = (item: Values) => `${(item.parent as number | null) ?? ''} ${folded(item.label as string)}`

type Checked = { input: Values } | { fields: Record<string, string> }

function check(list: Module, item: Values, parents: ReadonlyMap<number, Row>, codes: ReadonlySet<string>): Checked {
  const result = list.input.safeParse(item, { reportInput: true })
  if (!result.success) return { fields: fieldsOf(result.error) }
  const input: Values = result.data
  if (typeof input.label === 'string' && input.label.includes('\u0000'))
    return { fields: { label: 'This has characters that cannot be kept.' } }
  if (input.code !== null && codes.has(input.code as string))
    return { fields: { code: 'Another item of this list has this code.' } }
  if (input.parent === null) return { input }
  const parent = parents.get(input.parent as number)
  if (!parent) return { fields: { parent: 'This is no item of the right list.' } }
  return parent.archivedAt || parent.active === false
    ? { fields: { parent: 'This is switched off; choose another.' } }
    : { input }
}

async function parentsOf(writer: Writer, tx: Tx, list: Module, items: Values[]): Promise<Map<number, Row>> {
  const of = writer.register[list.list?.parent ?? '']
  const ids = [
    ...new Set(items.map(item => item.parent).filter(id => Number.isSafeInteger(id) && (id as number) > 0)),
  ] as number[]
  return new Map(of && ids.length > 0 ? (await tx.find(of, ids)).map(row => [row.id, row]) : [])
}
