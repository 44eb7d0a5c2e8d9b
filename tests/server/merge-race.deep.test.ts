import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Module } from '#contract/module.ts'
import { opOf } from '#contract/intent.ts'
import { execute } from '#server/crud/ledger.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { actorWith, addSample, job, jobTag, sampleWriter } from '../support/sample-module.ts'
import { writing } from '../support/writing.ts'

let database: FreshDatabase
let write: ReturnType<typeof writing>
beforeAll(async () => {
  database = await freshDatabase()
  await addSample(database.pool)
  write = writing(database)
})
afterAll(() => database?.close())

type Values = Record<string, unknown>
const writer = sampleWriter()
const askTo = (module: Module, action: string, id: number | null, args: Values) => {
  const wish = { mid: randomUUID(), op: opOf(module, action), opV: 1, id, base: null, args }
  return { wish, actor: actorWith(), device: null, request: null, offline: false, confirmed: true }
}
const twoTags = async () => [
  await write.create(jobTag, { label: `From ${randomUUID()}` }),
  await write.create(jobTag, { label: `Into ${randomUUID()}` }),
]
const tagsOf = async (title: string) =>
  (await database.pool.query('select tag, tags, lines from job where title = $1', [title])).rows[0] as Values

/** Until that work has ended, or stands in line behind a lock. */
async function ranOrWaits(work: Promise<unknown>) {
  let ended = false
  const note = () => void (ended = true)
  work.then(note, note)
  for (;;) {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (ended || rowCount) return
    await sleep(5)
  }
}

const held = (tag: number) => ({ tag, tags: [tag], lines: [{ what: 'Box', qty: 1, tag }] })

it('an item that is merged takes along a record that was being written with it', async () => {
  const [from, into] = await twoTags()
  const merge = askTo(jobTag, 'merge', from!.id, { into: into!.id })
  let merging: Promise<unknown> | undefined
  await write.store.transaction(async tx => {
    await execute(writer, tx, askTo(job, 'create', null, { title: 'Before', ...held(from!.id) }))
    merging ??= write.store.transaction(other => execute(writer, other, merge))
    await ranOrWaits(merging)
  })
  expect(await merging).toMatchObject({ status: 'applied' })
  expect(await tagsOf('Before')).toMatchObject(held(into!.id))
})

it('a record that is written while its item is being merged gets the one that took over', async () => {
  const [from, into] = await twoTags()
  let writingIt: Promise<unknown> | undefined
  await write.store.transaction(async tx => {
    await execute(writer, tx, askTo(jobTag, 'merge', from!.id, { into: into!.id }))
    const create = askTo(job, 'create', null, { title: 'Meanwhile', ...held(from!.id) })
    writingIt ??= write.store.transaction(other => execute(writer, other, create))
    await ranOrWaits(writingIt)
  })
  expect(await writingIt).toMatchObject({ status: 'applied' })
  expect(await tagsOf('Meanwhile')).toMatchObject(held(into!.id))
})

it('an item that is archived waits for a record that was being written with it, and is then in use', async () => {
  const [tag] = await twoTags()
  let archiving: Promise<unknown> | undefined
  await write.store.transaction(async tx => {
    await execute(writer, tx, askTo(job, 'create', null, { title: 'Uses it', ...held(tag!.id) }))
    const archive = askTo(jobTag, 'archive', tag!.id, {})
    archiving ??= write.store.transaction(other => execute(writer, other, archive))
    await ranOrWaits(archiving)
  })
  expect(await archiving).toMatchObject({ status: 'rejected', problem: { code: 'not-now' } })
})
