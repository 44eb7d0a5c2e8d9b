import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { ReferralCode } from '#contract/modules/sales/referral-code.ts'
import { openPackingShop, type PackingShop } from '../support/dispatching.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

type Input = Record<string, unknown>
let shop: PackingShop
let count = 0
beforeAll(async () => {
  shop = await openPackingShop()
})
afterAll(() => shop?.server.close())

const code = (more: Input = {}) => shop.make('referralCode', { code: `NEW${(count += 1)}`, ...more })
const input = (referral: number, more: Input = {}) => ({
  name: 'Asha Rao',
  phone: '98765 43210',
  lines: [{ product: shop.device.id, qty: 1, unitPrice: 100_000 }],
  referral,
  ...more,
})
const order = (referral: number, more: Input = {}) => shop.ask('POST', '/order', input(referral, more))
const uses = async ({ id }: Row) => ((await shop.read('referralCode', id)) as unknown as ReferralCode).uses

describe('a code', () => {
  it('codeAsTyped: is found and known however it is typed', async () => {
    const { id } = await shop.make('referralCode', { code: ' CARE10\u200b' })
    expect(await shop.read('referralCode', id)).toMatchObject({ code: 'CARE10', uses: 0 })
    for (const typed of [' care10 ', 'Care10', 'CARE10\u200b', 'ＣＡＲＥ１０', 'CARE 10']) {
      const { body } = await shop.ask('GET', `/referral-code?q=${encodeURIComponent(typed)}`)
      expect(
        (body as unknown as { rows: Row[] }).rows.map(row => row.id),
        typed,
      ).toEqual([id])
      expect(await shop.refused('/referral-code', { code: typed }), typed).toEqual({
        code: 'Another record has this already.',
      })
    }
  })

  it('does not end before it begins, and is of one only', async () => {
    const customer = await shop.make('customer', { name: 'Meera', phones: [{ number: '+91 90000 11111' }] })
    const dates = { validFrom: '2026-11-05', validTo: '2026-11-04' }
    expect(await shop.refused('/referral-code', { code: 'X1', ...dates })).toHaveProperty('validTo')
    expect(await code({ customer: customer.id })).toMatchObject({ customer: customer.id })
  })
})

describe('an order', () => {
  it('codeLastDay: takes a code from the first moment of its first day to the last of its last, by the clock of the house', async () => {
    // Drafts that waited on a device are judged by when they were written; a day begins at 18:30 UTC in India.
    const device = httpDevice(shop.server.app, shop.person)
    const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)
    const [before, only] = [day(-11), day(-10)]
    const { id: referral } = await code({ validFrom: only, validTo: only })
    const said: unknown[] = []
    for (const at of [`${before}T18:29:59Z`, `${before}T18:30:00Z`, `${only}T18:29:59Z`, `${only}T18:30:00Z`]) {
      const { lines, ...rest } = input(referral)
      const args = { ...rest, lines: [{ ...lines[0], id: await device.newId() }] }
      const id = await device.newId()
      await shop.ageNumbers()
      const [result] = await device.push(device.op('order.create', id, args, { offline: true, queuedAt: at }))
      said.push(result!.status === 'rejected' ? result!.fields : result!.status)
    }
    const text = new Date(`${only}T00:00:00Z`).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    })
    expect(said).toEqual([
      { referral: `This code begins on ${text}.` },
      'applied',
      'applied',
      { referral: `This code ended on ${text}.` },
    ])
    expect((await order(referral)).body.fields).toEqual({ referral: `This code ended on ${text}.` })
  })

  it('takes none that is switched off, and keeps one that was switched off since', async () => {
    const one = await code()
    const { body: made } = await order(one.id)
    await shop.change('referralCode', one.id, { active: false })
    expect((await order(one.id)).body.fields).toEqual({ referral: 'This is switched off; choose another.' })
    expect((await shop.change('order', made.id, { name: 'Asha R' })).status).toBe(200)
    expect((await shop.change('order', made.id, { referral: null })).status).toBe(200)
    expect(await uses(one)).toBe(0)
  })

  it('of twenty at once takes what is there once', async () => {
    const one = await code({ mostUses: 3 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(one.id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const { status, body } of answers.filter(one => one.status !== 201))
      expect({ status, said: body.fields }).toEqual({
        status: 400,
        said: { referral: 'This code is used up: 3 of 3.' },
      })
    expect(await uses(one)).toBe(3)
  })

  it('gives it back when its draft is put away, and takes it again with the draft where it is still there', async () => {
    const one = await code({ mostUses: 1 })
    const { body: draft } = await order(one.id)
    expect((await shop.ask('DELETE', `/order/${draft.id}`)).status).toBe(200)
    expect(await uses(one)).toBe(0)
    expect((await shop.ask('POST', `/order/${draft.id}/restore`)).status).toBe(200)
    expect(await uses(one)).toBe(1)
    await shop.ask('DELETE', `/order/${draft.id}`)
    const { body: other } = await order(one.id)
    expect(await uses(one)).toBe(1)
    const { status, body } = await shop.ask('POST', `/order/${draft.id}/restore`)
    expect([status, body.message]).toEqual([422, expect.stringContaining('This code is used up: 1 of 1.')])
    await shop.ask('DELETE', `/order/${other.id}`)
    expect((await shop.ask('POST', `/order/${draft.id}/restore`)).status).toBe(200)
    expect(await uses(one)).toBe(1)
  })

  it('gives it back when it is dropped, cancelled as a whole, or names another', async () => {
    const [one, other] = [await code({ mostUses: 1 }), await code()]
    const { body: draft } = await order(one.id)
    expect((await order(one.id)).status).toBe(400)
    await shop.moved(draft.id, 'drop')
    expect(await uses(one)).toBe(0)
    await shop.stock(2)
    const { body: made } = await order(one.id, { lines: [{ product: shop.device.id, qty: 2, unitPrice: 100_000 }] })
    const sale = await shop.moved(made.id, 'confirm')
    const cancel = async (qty: number) => {
      const lines = [{ line: sale.lines[0]!.id, qty }]
      const { id } = await shop.make('orderCancel', { order: sale.id, reason: 'Changed mind', lines })
      await shop.move('orderCancel', id, 'approve')
    }
    await cancel(1)
    expect(await uses(one)).toBe(1)
    await cancel(1)
    expect(await uses(one)).toBe(0)
    const { body: last } = await order(one.id)
    expect((await shop.change('order', last.id, { referral: other.id })).status).toBe(200)
    expect([await uses(one), await uses(other)]).toEqual([0, 1])
    // A confirmed order stays with its code.
    await shop.moved(last.id, 'confirmShort')
    expect((await shop.change('order', last.id, { referral: one.id })).body.fields).toHaveProperty('referral')
  })
})
