import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { screensOf, type Screens } from '#src/crud/screens.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../tests/support/have-numbers.ts'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { orderPages } from '../order.ts'
import { OrderCreate } from './create-page.tsx'

const asha = {
  ...itemRow(71),
  name: 'Asha Rao',
  phones: [{ id: 1, number: '+919830041172', kind: 'mobile', typed: null }],
  emails: [{ id: 2, email: 'asha@example.com' }],
  addresses: [{ id: 3, line: '14 Gariahat Road', pincode: '700019', isDefault: true }],
  taxId: null,
}
const trimmer = {
  ...itemRow(5),
  name: 'Trimmer',
  price: 299_900,
  floorPrice: 279_900,
  taxRate: 1_800,
  serialised: true,
}
const dryer = {
  ...itemRow(6),
  name: 'Dryer',
  price: 189_900,
  floorPrice: null,
  taxRate: 1_200,
  serialised: false,
  onHand: 7,
  colours: [31, 32],
}

let screens: Screens
let server: SyncDouble
let userId = 7_100
beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'order', 'inquiry', 'customer', 'product', 'problems', 'keys', 'lists', 'scan')
  screens = await screensOf(orderPages)
})
beforeEach(() => {
  // Options are drawn as far as there is room for them.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
  server = syncDouble()
  userId += 1
  Object.assign(server.state.routes, {
    'GET /customer': () => ({ rows: [asha], next: null }),
    'GET /customer/71': () => asha,
    'GET /inquiry': () => ({ rows: [], next: null }),
    'GET /product/pick': ({ url }: Request) => {
      const [q, ids] = ['q', 'ids'].map(name => new URL(url).searchParams.get(name))
      const all = [trimmer, dryer].map(({ id, name }) => ({ id, title: name }))
      return {
        rows: all.filter(one => (ids ? ids.split(',').includes(String(one.id)) : one.title.startsWith(q ?? ''))),
      }
    },
    'GET /product/5': () => trimmer,
    'GET /product/6': () => dryer,
    'GET /unit': () => ({ rows: [], next: null, total: 4 }),
  })
})

async function open(house: { state?: number } = {}) {
  await begin({ userId, house, permissions: ['20-a', '20-b', '50-a', '50-d', '10-a', '103-a', '122-a', '200-a'] })
  const element = <OrderCreate screens={screens} title="order:titles.create" />
  const page = { path: '/orders/orders-details/:id', element: <h1>The order</h1> }
  const hand = showAtWork(userId, createMemoryRouter([{ path: '/', element }, page]))
  await haveNumbers(server)
  return hand
}
type Hand = Awaited<ReturnType<typeof open>>
/** At once, as out of the clipboard: each key draws all of the form. */
const put = async (hand: Hand, into: HTMLElement, text: string) => {
  await hand.tripleClick(into)
  await hand.paste(text)
}
const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
const line = (number: number) => within(screen.getByRole('group', { name: `Line ${number}` }))
const cell = (number: number, name: RegExp) => line(number).getByRole<HTMLInputElement>('textbox', { name })
const product = (number: number) => line(number).getByRole('combobox', { name: /^Product/ })
const totals = () => document.querySelector('[aria-label="Totals"]')!.textContent
const choose = async (hand: Hand, number: number, name: string) => {
  await put(hand, line(number).getByRole('combobox', { name: /^Product/ }), name)
  await screen.findByRole('option', { name })
  // An answer that comes in the moment of the press draws the options anew.
  await waitFor(async () => {
    for (const option of screen.queryAllByRole('option', { name })) await hand.click(option)
    expect(screen.queryByRole('option')).toBeNull()
  })
}

test('a known phone brings the customer, and what was typed before stays', async () => {
  const hand = await open()
  await put(hand, await screen.findByRole('textbox', { name: 'Name' }), 'Mrs Rao')
  await put(hand, screen.getByRole('textbox', { name: 'Phone' }), '9830041172')
  await hand.click(await screen.findByRole('button', { name: 'Use address' }))
  await waitFor(() => expect(value('Address')).toBe('14 Gariahat Road'))
  expect([value('Name'), value('E-mail'), value('PIN code')]).toEqual(['Mrs Rao', 'asha@example.com', '700019'])
  // It is taken over, and not offered once more.
  expect(screen.queryByRole('button', { name: 'Use address' })).toBeNull()
})

test('a product brings its price and tax; a price that was typed stays when another is chosen', async () => {
  const hand = await open()
  await screen.findByRole('group', { name: 'Line 1' })
  await choose(hand, 1, 'Trimmer')
  await waitFor(() => expect(cell(1, /^Unit price/).value).toBe('2,999'))
  expect(cell(1, /^Tax/).value).toBe('18')
  expect(await line(1).findByText('4 in stock')).toBeTruthy()
  await choose(hand, 1, 'Dryer')
  await waitFor(() => expect(cell(1, /^Unit price/).value).toBe('1,899'))
  expect(cell(1, /^Tax/).value).toBe('12')
  // Pieces without a serial number are counted together.
  expect(await line(1).findByText('7 in stock')).toBeTruthy()
  expect(line(1).queryByText('4 in stock')).toBeNull()
  await put(hand, cell(1, /^Unit price/), '1500')
  await choose(hand, 1, 'Trimmer')
  await waitFor(() => expect(cell(1, /^Tax/).value).toBe('18'))
  expect(cell(1, /^Unit price/).value).toBe('1,500')
  expect(line(1).getByText('Floor ₹2,799')).toBeTruthy()
})

test('a discount on the whole counts against the floor', async () => {
  const hand = await open()
  await screen.findByRole('group', { name: 'Line 1' })
  await choose(hand, 1, 'Trimmer')
  await waitFor(() => expect(cell(1, /^Unit price/).value).toBe('2,999'))
  expect(line(1).queryByText('Floor ₹2,799')).toBeNull()
  // That of the line stands before it.
  await put(hand, screen.getAllByRole('textbox', { name: 'Discount' }).at(-1)!, '201')
  expect(await line(1).findByText('Floor ₹2,799')).toBeTruthy()
})

test('of colours those of the product are offered', async () => {
  for (const [id, label] of [
    [31, 'Rose'],
    [32, 'Blue'],
    [33, 'Teal'],
  ] as const)
    server.write('color', id, { ...itemRow(id, label) })
  const hand = await open()
  await screen.findByRole('group', { name: 'Line 1' })
  await choose(hand, 1, 'Dryer')
  await waitFor(() => expect(cell(1, /^Unit price/).value).toBe('1,899'))
  await hand.click(line(1).getByRole('button', { name: /^Colour/ }))
  const offered = (await screen.findAllByRole('option')).map(option => option.textContent)
  expect(offered).toEqual(['Rose', 'Blue'])
})

test('what it comes to is said while it is typed, and what is wrong with a cell below it', async () => {
  const hand = await open()
  await screen.findByRole('group', { name: 'Line 1' })
  await choose(hand, 1, 'Trimmer')
  await waitFor(() => expect(cell(1, /^Unit price/).value).toBe('2,999'))
  await put(hand, cell(1, /^Qty/), '2')
  await put(hand, screen.getByRole('textbox', { name: 'Shipping' }), '120')
  expect(totals()).toContain('Total₹6,118')
  expect(totals()).toContain('of which CGST₹466.62')
  await put(hand, cell(1, /^Discount/), '6000')
  // Nothing is said of a cell that somebody is still in.
  expect(screen.queryByText('The discount is more than the amount.')).toBeNull()
  await hand.tab()
  expect(line(1).getByText('The discount is more than the amount.')).toBeTruthy()
  await put(hand, cell(1, /^Discount/), '500')
  expect(line(1).queryByText('The discount is more than the amount.')).toBeNull()
  expect(totals()).toContain('Total₹5,618')
})

test('placeOfSupplyDelivery and gstin: where it is taxed is said, and changes at once with the address and the GSTIN', async () => {
  server.write('state', 41, { ...itemRow(41, 'Maharashtra') })
  server.write('state', 42, { ...itemRow(42, 'Gujarat') })
  const hand = await open({ state: 41 })
  await screen.findByRole('group', { name: 'Line 1' })
  await choose(hand, 1, 'Trimmer')
  await waitFor(() => expect(totals()).toContain('of which CGST'))
  // Whoever asks for no address buys at home.
  expect(await screen.findByText('Place of supply: Maharashtra (27)')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: /^State/ }))
  await hand.click(await screen.findByRole('option', { name: 'Gujarat' }))
  expect(await screen.findByText('Place of supply: Gujarat (24)')).toBeTruthy()
  expect(totals()).toContain('of which IGST')
  // Who has a GSTIN is taxed in its state, wherever the goods go.
  await put(hand, screen.getByRole('textbox', { name: 'Tax number' }), '27AAAPA0000A1Z7')
  expect(await screen.findByText('Place of supply: Maharashtra (27)')).toBeTruthy()
  expect(totals()).toContain('of which CGST')
})

test('pasted lines are filled in where the sheet says nothing', async () => {
  const hand = await open()
  await screen.findByRole('group', { name: 'Line 1' })
  await hand.click(line(1).getByRole('combobox', { name: /^Product/ }))
  await hand.paste('Product\tQty\tUnit price\tTax\nTrimmer\t2\t\t5\nDryer\t1\t1000\t')
  await screen.findByRole('group', { name: 'Line 2' })
  await waitFor(() => expect(cell(1, /^Unit price/).value).toBe('2,999'))
  await waitFor(() => expect(cell(2, /^Tax/).value).toBe('12'))
  // Percent in the sheet as in the form.
  expect([cell(1, /^Tax/).value, cell(2, /^Unit price/).value]).toEqual(['5', '1,000'])
})

test('on a tablet a code is read with the camera into the product of a line, as into any field that takes codes', async () => {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media === '(pointer: coarse)',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  onTestFinished(() => void vi.unstubAllGlobals())
  await open()
  await screen.findByRole('group', { name: 'Line 1' })
  expect(await line(1).findByRole('button', { name: 'Read the code with the camera' })).toBeTruthy()
})

async function fillIn(hand: Hand) {
  await put(hand, await screen.findByRole('textbox', { name: 'Name' }), 'Mrs Rao')
  await put(hand, screen.getByRole('textbox', { name: 'Phone' }), '9830099999')
  await screen.findByRole('group', { name: 'Line 1' })
  await choose(hand, 1, 'Trimmer')
  await waitFor(() => expect(cell(1, /^Unit price/).value).toBe('2,999'))
}
const said = (control: HTMLElement, text: string) =>
  waitFor(() => expect(within(control.closest<HTMLElement>('[data-field]')!).getByText(text)).toBeTruthy())

test.each([
  ['no piece', /^Qty/, '0', '0', 'Use 1 or more.'],
  ['less than no piece', /^Qty/, '-1', '-1', 'Use 1 or more.'],
  ['a part of a piece', /^Qty/, '1.5', '1.5', 'Enter a whole number.'],
  ['more discount than the amount', /^Discount/, '3000', '3,000', 'The discount is more than the amount.'],
])('%s is refused beside its cell, which stays as it was typed', async (_, name, typed, stays, why) => {
  const hand = await open()
  await screen.findByRole('group', { name: 'Line 1' })
  await choose(hand, 1, 'Trimmer')
  await waitFor(() => expect(cell(1, /^Unit price/).value).toBe('2,999'))
  await put(hand, cell(1, name), typed)
  await hand.click(screen.getByRole('button', { name: /^Save(?! and)/ }))
  await said(cell(1, name), why)
  expect(cell(1, name).value).toBe(stays)
  expect(server.state.pushes).toEqual([])
})

test.each([
  ['an archived product', 'lines.0.product', 'This is archived; choose another.', () => product(1)],
  ['a day that is over', 'promisedDate', 'This day is over.', () => screen.getByRole('textbox', { name: 'Promised' })],
  [
    'a code that ended',
    'referral',
    'This code ended on 5 Nov 2026.',
    () => screen.getByRole('combobox', { name: /^Referral code/ }),
  ],
  [
    'a code that is used up',
    'referral',
    'This code is used up: 3 of 3.',
    () => screen.getByRole('combobox', { name: /^Referral code/ }),
  ],
] as const)('what is said of %s stands beside its field, and nothing is lost', async (_, field, why, control) => {
  server.state.refuses = () => true
  server.state.refused = { [field]: why }
  const hand = await open()
  await fillIn(hand)
  await hand.click(screen.getByRole('button', { name: /^Save(?! and)/ }))
  await waitFor(() => expect(server.state.pushes).toHaveLength(1))
  await said(control(), why)
  expect([value('Name'), cell(1, /^Unit price/).value]).toEqual(['Mrs Rao', '2,999'])
})

test('without a network a draft is kept on the device, and sent when the server is there again', async () => {
  const hand = await open()
  await fillIn(hand)
  await connect(server, false)
  await hand.click(screen.getByRole('button', { name: /^Save(?! and)/ }))
  expect(await screen.findByRole('heading', { name: 'The order' })).toBeTruthy()
  expect(server.state.pushes).toEqual([])
  await connect(server, true)
  const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'order.create', args: { name: 'Mrs Rao' } }]), {
    timeout: 15_000,
  })
})
