import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { canBeOff } from '#contract/switched-off.ts'
import type { Problem } from '#contract/problem.ts'
import type { Pointer } from '#server/crud/pointers.ts'
import { openRecords } from '#server/crud/records.ts'
import { checkArgs, checkReferences } from '#server/crud/references.ts'
import { placesIn, pointingAt } from '../support/pointing.ts'
import { actorWith } from '../support/sample-module.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

const OFF = 'This is switched off; choose another.'

let shop: Shop
/** A switched-off record of each module that can have one. */
const off = new Map<string, Row>()
let count = 0

const switchable = Object.values(register).filter(module => canBeOff(module) && !module.list)
const inputs: Record<string, () => object> = {
  product: () => ({ sku: `OFF-${++count}`, name: `Gone product ${count}`, price: 100 }),
  part: () => ({ code: `OFF-${++count}`, name: `Gone part ${count}` }),
  bank: () => ({ name: `Gone bank ${++count}` }),
  referralCode: () => ({ code: `OFF${++count}` }),
  dealerBranch: () => ({ name: `Gone branch ${++count}` }),
  partProblem: () => ({ problem: `Gone problem ${++count}`, part: on.id }),
}
let on: Row
const make = (module: Module, more: object = {}) => shop.make(module.name, { ...inputs[module.name]!(), ...more })
const switchOff = async ({ name }: Module, { id }: Row) => {
  expect(await shop.change(name, id, { active: false })).toMatchObject({ status: 200 })
}

beforeAll(async () => {
  shop = await openShop()
  on = await shop.make('part', { code: 'ON', name: 'Blade' })
  for (const module of switchable) {
    const row = await make(module)
    await switchOff(module, row)
    off.set(module.name, row)
  }
})
afterAll(() => shop?.server.close())

/** Where the register points at what can be switched off: fields of records, and what moves ask for. */
const places = placesIn(
  Object.values(register),
  ({ target }) => 'module' in target && !target.line && switchable.some(({ name }) => name === target.module),
)
const offAt = ({ target }: Pointer) => off.get((target as { module: string }).module)!.id

type Asked = { offline?: boolean; before?: Record<string, unknown> | null; byServer?: boolean }
const judged = ({ module, pointer, args }: (typeof places)[number], asked: Asked = {}) =>
  openRecords(shop.server.database).transaction(async tx => {
    const { offline = false, before = null, byServer = false } = asked
    const question = { tx, register, before, offline, actor: byServer ? null : actorWith() }
    const values = pointingAt(pointer, offAt(pointer))
    const check = args ? checkArgs(args, values, question) : checkReferences(module, values, question)
    return check.then(
      () => ({}),
      (problem: Problem) => problem.details.fields ?? {},
    )
  })

describe.each(places.map(place => [place.name, place] as const))('what is switched off, in %s', (_, place) => {
  const { pointer } = place
  const path = pointer.inner === null ? pointer.field : `${pointer.field}.0.${pointer.inner}`

  test(pointer.past ? 'may be named: it is there already' : 'is refused beside the field', async () => {
    expect(await judged(place)).toEqual(pointer.past ? {} : { [path]: OFF })
  })

  test('stays where it stands, and where it was chosen offline or by what was said before', async () => {
    expect(await judged(place, { offline: true })).toEqual({})
    expect(await judged(place, { byServer: true })).toEqual({})
    if (!place.args) expect(await judged(place, { before: pointingAt(pointer, offAt(pointer)) })).toEqual({})
  })
})

describe.each(switchable.map(module => [module.name, module] as const))('a switched-off %s', (_, module) => {
  test('is not offered, and is found and named where it is looked for', async () => {
    const { id, ...row } = off.get(module.name)!
    const picked = async (query: string) => {
      const { body } = await shop.ask('GET', `${apiPath(module)}/pick?${query}`)
      return (body as unknown as { rows: { id: number }[] }).rows.map(one => one.id)
    }
    const q = `q=${encodeURIComponent(String(row[module.title]))}`
    expect(await picked(q)).not.toContain(id)
    expect(await picked(`${q}&for=find`)).toContain(id)
    expect(await picked(`ids=${id}`)).toEqual([id])
    expect(await picked(`ids=${id}&for=choose`)).toEqual([])
  })
})

test('is refused by form, edit and push, and a record that points there is changed as before', async () => {
  const product = await make(register.product!)
  const unit = await shop.make('unit', { serial: 'S-OFF-1', product: product.id })
  await switchOff(register.product!, product)
  const told = { fields: { product: OFF } }
  expect(await shop.ask('POST', '/unit', { serial: 'S-OFF-2', product: product.id })).toMatchObject({
    status: 400,
    body: told,
  })
  expect(await shop.change('unit', unit.id, { note: 'Looked at', product: product.id })).toMatchObject({ status: 200 })
  const other = await make(register.product!)
  expect(await shop.change('unit', unit.id, { product: other.id })).toMatchObject({ status: 200 })
  expect(await shop.change('unit', unit.id, { product: product.id })).toMatchObject({ status: 400, body: told })
  const device = httpDevice(shop.server.app, shop.person)
  const wish = async (serial: string) => device.op('unit.create', await device.newId(), { serial, product: product.id })
  expect(await device.push(await wish('S-OFF-3'))).toMatchObject([{ status: 'rejected', ...told }])
  // It may have been on when it was chosen.
  expect(await device.push({ ...(await wish('S-OFF-4')), offline: true })).toMatchObject([{ status: 'applied' }])
})

test('every module whose records are switched off is looked at here', () => {
  expect(switchable.map(({ name }) => name).toSorted()).toEqual(Object.keys(inputs).toSorted())
})
