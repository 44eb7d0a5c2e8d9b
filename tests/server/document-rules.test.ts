import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { allFields, apiPath, tableOf, type Module } from '#contract/module.ts'
import { allPermissions } from '#contract/permissions.ts'
import type { Problem } from '#contract/problem.ts'
import { register } from '#contract/register.ts'
import { isArchivable } from '#contract/record-rules.ts'
import { isMadeOnce } from '#contract/rules.ts'
import { bindFiles } from '#server/attached/bind.ts'
import type { Pointer } from '#server/crud/pointers.ts'
import { openRecords } from '#server/crud/records.ts'
import { checkArgs, checkReferences } from '#server/crud/references.ts'
import { placesIn, pointingAt } from '../support/pointing.ts'
import { sampleFields, type Made } from '../support/builders.ts'
import { putRows } from '../support/rows-of-any-kind.ts'
import { actorWith } from '../support/sample-module.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** What holds for documents of every module: rows are put into the tables, and stand wherever a rule asks about them. */
let shop: Shop
const modules = Object.values(register).filter(module => !module.list)
const rows = new Map<string, number>()
const others = new Map<string, number>()

beforeAll(async () => {
  shop = await openShop()
  await putRows(shop.server.database.pool)
  for (const module of modules) {
    const found = await shop.sql<{ id: string }>(`select id from ${tableOf(module)} order by id desc limit 2`)
    rows.set(module.name, Number(found[0]!.id))
    others.set(module.name, Number(found[1]?.id))
  }
})
afterAll(() => shop?.server.close())

const put = (module: Module, stage: string) =>
  shop.sql(`update ${tableOf(module)} set stage = $2, archived_at = null where id = $1`, [rows.get(module.name), stage])

describe('archiving', () => {
  const places = modules.flatMap(module =>
    (module.stages ?? []).filter(stage => !isArchivable(module, { stage })).map(stage => ({ module, stage })),
  )

  test('there are stages in which a record may not be archived, in each desk that owes or holds something', () => {
    const told = new Set(places.map(({ module }) => module.name))
    expect([...told]).toEqual(expect.arrayContaining(['order', 'orderInvoice', 'unit', 'maintenance', 'dispatch']))
  })

  test.each(places.map(place => [`${place.module.name} ${place.stage}`, place] as const))(
    '%s is refused',
    async (_, { module, stage }) => {
      await put(module, stage)
      const answer = await shop.ask('DELETE', `${apiPath(module)}/${rows.get(module.name)}`)
      expect([answer.status, answer.body.message]).toEqual([422, 'This cannot be archived where it stands now.'])
    },
  )
})

describe('a move that is made once', () => {
  const made: Made = { item: () => 1, record: () => 1, line: () => 1 }
  const moves = modules.flatMap(module =>
    Object.entries(module.moves ?? {}).flatMap(([name, move]) =>
      isMadeOnce(module, move) ? [{ module, name, move, by: `${module.name}.${name}` }] : [],
    ),
  )

  test('is every approval, and what ends a record for good', () => {
    expect(moves.map(({ by }) => by)).toEqual(
      expect.arrayContaining(['order.confirm', 'orderCancel.approve', 'orderCancel.refund', 'stockCount.book']),
    )
  })

  test.each(moves.map(one => [one.by, one] as const))(
    '%s answers a second person with who made it and when',
    async (_, { module, name, move }) => {
      const id = rows.get(module.name)!
      const at = '2026-11-02T08:00:00.000Z'
      await put(module, move.to ?? module.stages!.find(stage => !move.from!.includes(stage))!)
      await shop.sql(
        `insert into record_history (entity, record_id, version, action, actor, at, before, after)
         values ($1, $2, 2, $3, $4, $5, '{}', '{}')`,
        [module.name, id, name, shop.person.userId, at],
      )
      const answer = await shop.ask('POST', `${apiPath(module)}/${id}/${name}`, sampleFields(move.args ?? {}, made))
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { code: 'changed-meanwhile', asks: ['stage'], theirs: { stage: { by: shop.person.userId, at } } },
      ])
    },
  )
})

describe('a record that is out of reach', () => {
  const scoped = modules.filter(module => module.scope && !module.namesOpen)
  const places = placesIn(modules, ({ target, field }, { given }) => {
    const isScoped = 'module' in target && !target.line && scoped.some(({ name }) => name === target.module)
    return isScoped && !(field in (given ?? {}))
  })
  const targetOf = ({ target }: Pointer) => register[(target as { module: string }).module]!

  test.each(places.map(place => [place.name, place] as const))('is not referred to by %s', async (_, place) => {
    const { pointer, module, args } = place
    const target = targetOf(pointer)
    const id = rows.get(target.name)!
    const judged = await openRecords(shop.server.database).transaction(async tx => {
      const scopes = { [target.name]: 'own' as const }
      // Nobody's records are those of this person.
      const question = { tx, register, before: null, offline: false, actor: actorWith({ id: 77, scopes }) }
      const values = pointingAt(pointer, id)
      const check = args ? checkArgs(args, values, question) : checkReferences(module, values, question)
      return check.then(
        () => ({}),
        (problem: Problem) => problem.details.fields ?? {},
      )
    })
    const path = pointer.inner === null ? pointer.field : `${pointer.field}.0.${pointer.inner}`
    expect(judged).toEqual({ [path]: 'This does not exist.' })
  })
})

describe('the files of a record', () => {
  const places = modules.flatMap(module =>
    Object.entries(allFields(module)).flatMap(([field, declared]) => {
      const { kind, copies } = metaOf(declared)
      return kind === 'files' && !copies ? [{ module, field }] : []
    }),
  )

  test('are its own where nothing else is said: a signature among them', () => {
    expect(places.map(({ module, field }) => `${module.name}.${field}`)).toContain('maintenance.signature')
  })

  test.each(places.map(place => [`${place.module.name}.${place.field}`, place] as const))(
    '%s go into no other record',
    async (_, { module, field }) => {
      const [record, other] = [rows.get(module.name)!, others.get(module.name)!]
      const [file] = await shop.sql<{ id: string }>(
        `insert into record_file (id, mid, module, record, field, name, size, sent_hash, made_by)
         values ($1, $2, $3, $4, $5, 'x.png', 1, $6, $7) returning id`,
        [
          900_000_000 + places.findIndex(one => one.field === field),
          randomUUID(),
          module.name,
          other,
          field,
          'a'.repeat(64),
          shop.person.userId,
        ],
      )
      const bound = openRecords(shop.server.database).transaction(tx =>
        bindFiles(tx, module, { actor: seesAll() }, record, null, { [field]: [Number(file!.id)] }, register),
      )
      const problem = (await bound.catch((error: unknown) => error)) as Problem
      expect(problem.details.fields).toEqual({ [field]: 'This file belongs to another record.' })
    },
  )
})

const seesAll = () => actorWith({ id: shop.person.userId, permissions: new Set(allPermissions) })
