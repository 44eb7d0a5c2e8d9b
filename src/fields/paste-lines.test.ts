// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { register } from '#contract/register.ts'
import { isUnreachable } from '#src/offline/api.ts'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { columnsOf } from './lines.tsx'
import { fillLines, readLines } from './paste-lines.ts'
import type { FieldView } from './view.ts'

const parts = columnsOf({
  name: 'parts',
  module: 'product',
  meta: metaOf(product.fields.parts),
  required: false,
  words: { field: (name: string) => name },
} as unknown as FieldView)

test('lines out of a spreadsheet name their records; without a server none is left out of what is pasted', async () => {
  const server = syncDouble()
  server.state.routes['GET /part/pick'] = ({ url }) => {
    const title = new URL(url).searchParams.get('q')!
    return { rows: title === 'Blade' ? [{ id: 4, title }] : [] }
  }
  const read = () => readLines({ db: null, register }, parts, 'part', 'Blade\t2\nBald\t1')
  expect(await read()).toEqual({
    fills: [{ part: 4, qty: 2 }, { qty: 1 }],
    strange: [{ column: 'parts.part', text: 'Bald' }],
  })
  server.state.network = 'refuse'
  await expect(read()).rejects.toSatisfy(isUnreachable)
})

test('an empty row keeps the line at its place as it was, and makes no new one', async () => {
  const server = syncDouble()
  server.state.routes['GET /part/pick'] = () => ({ rows: [] })
  const { fills } = await readLines({ db: null, register }, parts, 'qty', '4\n\n6\n\n8')
  const line = (id: number) => ({ id, part: 1, qty: id })
  const lines = fillLines([line(1), line(2), line(3)], 0, fills, { part: null, qty: 1 }, [10, 11])
  expect(lines.map(({ id, qty }) => [id, qty])).toEqual([
    [1, 4],
    [2, 2],
    [3, 6],
    [10, 8],
  ])
})

test('a head names the columns and is no line, a semicolon parts cells, and the sign before a formula goes', async () => {
  const server = syncDouble()
  const asked: string[] = []
  server.state.routes['GET /part/pick'] = ({ url }) => {
    const title = new URL(url).searchParams.get('q')!
    asked.push(title)
    return { rows: [{ id: 4, title }] }
  }
  const read = (text: string, from = 'part') => readLines({ db: null, register }, parts, from, text)
  const line = { part: 4, qty: 2 }
  expect(await read('Sr No\tQty\tparts.part\n1\t2\tBlade')).toEqual({ fills: [line], strange: [] })
  expect(await read("Blade;2\n'=Cap;2")).toEqual({ fills: [line, line], strange: [] })
  expect(asked).toEqual(['Blade', 'Blade', '=Cap'])
  // A comma may belong to a name.
  expect((await read('Trimmer, wet\nTrimmer, dry')).fills).toEqual([{ part: 4 }, { part: 4 }])
})
