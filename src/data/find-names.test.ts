import { expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { register } from '#contract/register.ts'
import { markConnection } from '#src/offline/connection.ts'
import { keptTable, openUserDb } from '#src/offline/user-db.ts'
import { itemRow, syncDouble } from '../../tests/support/sync-double.ts'
import { findNames, MOST_NAMES } from './find-names.ts'

test('the names of two columns that refer to one module are all found, and what the server refuses to look up is told apart', async () => {
  const server = syncDouble()
  const ids: Record<string, number> = { 'CD-1': 1, 'CD-2': 2 }
  server.state.routes['GET /unit/pick'] = ({ url }) => {
    const title = new URL(url).searchParams.get('q')!
    return { rows: [{ id: ids[title], title }] }
  }
  const [replaces, customer] = [metaOf(unit.fields.replaces), metaOf(unit.fields.customer)]
  const { find, failure } = await findNames({ db: null, register }, [
    { meta: replaces, texts: new Set(['CD-1']) },
    { meta: customer, texts: new Set(['Asha']) },
    { meta: replaces, texts: new Set(['CD-2']) },
  ])
  expect([find(replaces, 'CD-1'), find(replaces, 'cd-2'), find(replaces, 'CD-3')]).toEqual([[1], [2], []])
  expect([find(customer, 'Asha'), failure]).toEqual([null, expect.objectContaining({ code: 'not-found' })])
})

test('of more names than are looked up, the others are not called missing', async () => {
  const server = syncDouble()
  server.state.routes['GET /unit/pick'] = () => ({ rows: [] })
  const { replaces } = unit.fields
  const texts = new Set(Array.from({ length: MOST_NAMES + 2 }, (_, at) => `CD-${at}`))
  const { find, failure, tooMany } = await findNames({ db: null, register }, [{ meta: metaOf(replaces), texts }])
  const found = [0, MOST_NAMES - 1, MOST_NAMES, MOST_NAMES + 1].map(at => find(metaOf(replaces), `cd-${at}`))
  expect([found, failure, tooMany]).toEqual([[[], [], null, null], null, true])
  expect(server.state.requests.filter(one => one.startsWith('GET /unit/pick'))).toHaveLength(MOST_NAMES)
})

test('a cell of many names is longer than any name: it is not looked up as one, and holds up no other', async () => {
  const server = syncDouble()
  server.state.routes['GET /unit/pick'] = ({ url }) => {
    const title = new URL(url).searchParams.get('q')!
    if (title.length > 200) throw new Error('too long')
    return { rows: [{ id: 1, title }] }
  }
  const meta = metaOf(unit.fields.replaces)
  const cell = Array.from({ length: 40 }, (_, at) => `CD-${1_000 + at}`).join(', ')
  const { find, failure } = await findNames({ db: null, register }, [{ meta, texts: new Set([cell, 'CD-1000']) }])
  expect([find(meta, cell), find(meta, 'CD-1000'), failure]).toEqual([[], [1], null])
})

test('what was looked up for one column is known to another that names more than are looked up', async () => {
  const server = syncDouble()
  server.state.routes['GET /unit/pick'] = ({ url }) => {
    const title = new URL(url).searchParams.get('q')!
    return { rows: title === 'CD-7' ? [{ id: 7, title }] : [] }
  }
  const meta = metaOf(unit.fields.replaces)
  const many = new Set([...Array.from({ length: MOST_NAMES }, (_, at) => `X-${at}`), 'CD-7', 'X-more'])
  const { find, tooMany } = await findNames({ db: null, register }, [
    { meta, texts: new Set(['CD-7']) },
    { meta, texts: many },
  ])
  expect([find(meta, 'CD-7'), find(meta, 'X-1'), tooMany]).toEqual([[7], [], true])
})

test('of what the device keeps in part a name is looked for at the server, and without a connection among those that are here', async () => {
  const server = syncDouble()
  server.state.routes['GET /unit/pick'] = ({ url }) => {
    const title = new URL(url).searchParams.get('q')!
    return { rows: title === 'CD-9' ? [{ id: 9, title }] : [] }
  }
  const db = await openUserDb(862, register)
  const groups = { hash: 'h', names: ['lists', 'unit'] }
  await db.meta.put({ key: 'cursor', value: { epoch: 'e', seq: 1, groups, g: 1, from: 1, syncedAt: '' } })
  const row = { ...itemRow(4), serial: 'CD-4' }
  await keptTable(db, unit).put({ id: 4, t: 'unit', v: 1, g: 1, on: 1, row })
  const meta = metaOf(unit.fields.replaces)
  const look = async (text: string) =>
    (await findNames({ db, register }, [{ meta, texts: new Set([text]) }])).find(meta, text)
  expect(await look('CD-9')).toEqual([9])
  markConnection({ online: false })
  expect([await look('CD-4'), await look('CD-9')]).toEqual([[4], []])
  markConnection({ online: true })
  db.close()
})

test('a record that the device has is known by its code as well as by its name', async () => {
  syncDouble()
  const db = await openUserDb(863, register)
  const groups = { hash: 'h', names: ['lists', 'product'] }
  await db.meta.put({ key: 'cursor', value: { epoch: 'e', seq: 1, groups, g: 1, from: 1, syncedAt: '' } })
  const row = { ...itemRow(5), sku: 'KW-PRO', name: 'Massager' }
  await keptTable(db, product).put({ id: 5, t: 'product', v: 1, g: 1, on: 1, row })
  const meta = metaOf(unit.fields.product)
  const { find } = await findNames({ db, register }, [{ meta, texts: new Set(['kw-pro', 'Massager', 'KW']) }])
  expect(['kw-pro', 'Massager', 'KW'].map(text => find(meta, text))).toEqual([[5], [5], []])
})
