import { describe, expect, it } from 'vitest'
import { flag, lines, listItem, maybe, money, number, reference, text, withDefault } from './fields.ts'
import {
  allFields,
  apiPath,
  defineModule,
  kebab,
  snake,
  tableOf,
  type ChangeOf,
  type InputOf,
  type MoveOf,
  type RowOf,
} from './module.ts'

const orderReturn = defineModule({
  name: 'orderReturn',
  code: 30,
  colour: 'yellow',
  fields: {
    order: reference('order'),
    reason: maybe(listItem({ name: 'returnReason' })),
    urgent: withDefault(flag(), false),
    boxes: withDefault(number(), 1),
    lines: lines({ qty: number(), received: maybe(number()) }, { given: ['received'] }),
  },
  given: { number: text(), refund: money() },
  title: 'number',
  search: ['number'],
  offline: { keep: 'mine', write: true },
  stages: ['requested', 'received', 'closed'],
  editable: ['requested'],
  moves: { receive: { from: ['requested'], to: 'received', offline: true }, close: { to: 'closed', needs: 'approve' } },
})
const input = { order: 7, lines: [{ id: 8, qty: 1, received: null }] }

describe('what people may create', () => {
  it('gets its defaults, and null where nothing was said', () => {
    expect(orderReturn.input.parse(input)).toEqual({ ...input, reason: null, urgent: false, boxes: 1 })
  })

  it.each(['id', 'version', 'createdAt', 'updatedBy', 'archivedAt', 'stage', 'number', 'refund', 'colour'])(
    'has no %s: only the server writes that',
    field => {
      const answer = orderReturn.input.safeParse({ ...input, [field]: 1 })
      expect(answer.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: [field] }])
    },
  )

  it('names each missing field', () => {
    expect(orderReturn.input.safeParse({}).error?.issues.map(issue => issue.path)).toEqual([['order'], ['lines']])
  })
})

describe('what people may change', () => {
  it('is exactly what they said: no default is filled in', () => {
    expect(orderReturn.change.parse({})).toEqual({})
    expect(orderReturn.change.parse({ urgent: true })).toEqual({ urgent: true })
  })

  it('may empty a field that may be empty, and no other', () => {
    expect(orderReturn.change.parse({ reason: null })).toEqual({ reason: null })
    expect(orderReturn.change.safeParse({ urgent: null }).success).toBe(false)
    expect(orderReturn.change.safeParse({ order: null }).success).toBe(false)
  })

  it.each(['id', 'version', 'stage', 'number', 'refund', 'colour'])('never holds %s', field => {
    expect(orderReturn.change.safeParse({ [field]: 1 }).success).toBe(false)
  })
})

describe('a stored row', () => {
  const at = '2026-11-21T10:00:00.000Z'
  const row = {
    id: 5,
    version: 1,
    createdAt: at,
    createdBy: 1,
    updatedAt: at,
    updatedBy: 1,
    archivedAt: null,
    ...input,
    reason: null,
    urgent: false,
    boxes: 1,
    number: null,
    refund: null,
    stage: 'requested',
  }
  it('holds what the server gave, which is empty until it has', () => {
    expect(orderReturn.row.parse(row)).toEqual(row)
    expect(orderReturn.row.safeParse({ ...row, stage: 'lost' }).success).toBe(false)
    expect(Object.keys(allFields(orderReturn))).toContain('refund')
  })
})

describe('names', () => {
  it('follow from the one name of the module', () => {
    expect([kebab('orderReturn'), snake('orderReturn'), kebab('color')]).toEqual([
      'order-return',
      'order_return',
      'color',
    ])
    expect(apiPath(orderReturn)).toBe('/order-return')
    expect(tableOf(orderReturn)).toBe('order_return')
  })
})

it('the compiler refuses what the contract does not say', () => {
  const wrong = [
    // @ts-expect-error -- a required field is missing
    { order: 7 } satisfies InputOf<typeof orderReturn>,
    // @ts-expect-error -- the server gives the number
    { number: 'R-1' } satisfies ChangeOf<typeof orderReturn>,
    // @ts-expect-error -- money is a number
    { refund: '12' } satisfies Partial<RowOf<typeof orderReturn>>,
    // @ts-expect-error -- no such move
    'recieve' satisfies MoveOf<typeof orderReturn>,
    // @ts-expect-error -- no such stage
    'lost' satisfies RowOf<typeof orderReturn>['stage'],
  ]
  const base = { code: 1, fields: { name: text() }, search: [], offline: { keep: 'all', write: true } } as const
  // @ts-expect-error -- a title that is no field
  defineModule({ ...base, name: 'a', title: 'label' })
  // @ts-expect-error -- a move to a stage that does not exist
  defineModule({ ...base, name: 'a', title: 'name', stages: ['open'], moves: { close: { to: 'closed' } } })
  // @ts-expect-error -- a scope over a field that does not exist
  defineModule({ ...base, name: 'a', title: 'name', scope: { own: 'owner' } })
  expect(wrong).toHaveLength(5)
})
