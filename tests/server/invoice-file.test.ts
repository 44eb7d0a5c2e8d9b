import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { OrderInvoice } from '#contract/modules/money/order-invoice.ts'
import { fontFor } from '#server/paper/fonts.ts'
import { signedIn, type SignedIn } from '../support/server.ts'
import { openShop, type Shop } from '../support/shop.ts'

type Input = Record<string, unknown>
let shop: Shop
let massager: Row
let cap: Row
let place: { city: number; state: number; country: number }
beforeAll(async () => {
  shop = await openShop()
  massager = await shop.make('product', { sku: 'KW', name: 'Massager', price: 100_000, taxRate: 1800, hsn: '90191020' })
  cap = await shop.make('product', { sku: 'CAP', name: 'Cap', price: 10_000, taxRate: 500, serialised: false })
  place = {
    country: (await shop.make('country', { label: 'India' })).id,
    state: 0,
    city: 0,
  }
  place.state = (await shop.make('state', { label: 'Maharashtra', parent: place.country })).id
  place.city = (await shop.make('city', { label: 'Pune', parent: place.state })).id
  await house('Kiran Care')
})
afterAll(() => shop?.server.close())

const house = (name: string, city = place.city) =>
  shop.sql(
    `update general_setting set company_name = $1, tax_id = '27AAHCC4821K1ZJ', phone = '+912040001234', address = $2`,
    [name, { line: '4, MG Road', pincode: '411001', city }],
  )

async function issued(lines: Input[], over: Input = {}): Promise<OrderInvoice> {
  const sale = await shop.make('order', { name: 'Asha Rao', phone: '98765 43210', lines, ...over })
  await shop.move('order', sale.id, 'confirmShort')
  const one = await shop.make('orderInvoice', { order: sale.id })
  return (await shop.move('orderInvoice', one.id, 'issue')) as unknown as OrderInvoice
}
const fileOf = (one: { id: number }, as: SignedIn = shop.person) =>
  shop.server.app.inject({ method: 'GET', url: `/api/order-invoice/${one.id}/file`, headers: as.headers })

/** The words of each page, as a reader finds them. */
async function pagesOf(one: { id: number }): Promise<string[]> {
  const answer = await fileOf(one)
  expect(answer.statusCode).toBe(200)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: false })
  return text.map(page => page.replaceAll(/\s+/g, ' '))
}

describe('the file of an invoice', () => {
  test('says what the paper says: who sells and buys, what, its tax and what it comes to', async () => {
    const one = await issued(
      [
        { product: massager.id, qty: 2, unitPrice: 590_000, discount: 1_000 },
        { product: cap.id, qty: 3, unitPrice: 10_500 },
      ],
      { taxId: '27AAACA1234A1ZK', address: '7, Lake Road', pincode: '411038', ...place, shippingFee: 5_000 },
    )
    const answer = await fileOf(one)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="invoice.pdf"; filename*=UTF-8''Invoice%20${one.number!.replaceAll('/', '-')}.pdf`,
    })
    const pages = await pagesOf(one)
    expect(pages).toHaveLength(1)
    const [text] = pages as [string]
    for (const said of [
      'Kiran Care 4, MG Road, Pune, Maharashtra 411001 GSTIN 27AAHCC4821K1ZJ',
      `Tax invoice ${one.number} Original for recipient`,
      'Bill to Asha Rao 7, Lake Road Pune 411038 Maharashtra India +91 98765 43210 GSTIN 27AAACA1234A1ZK',
      'Ship to Same address',
      'Place of supply Maharashtra, India',
      '1 Massager 90191020 2 5,900.00 -10.00',
      '2 Cap 3 105.00 — 300.00 15.00 5 % 315.00',
      'Shipping and fees 42.38 7.62 18 % 50.00',
      'Amount in words Rupees twelve thousand one hundred fifty-five only',
      'Total ₹12,155.00',
      'To pay ₹12,155.00',
      'HSN Taxable CGST SGST',
      '(9 %)',
      '(2.5 %)',
      'For Kiran Care Authorised signatory',
      'Page 1 of 1',
    ])
      expect(text).toContain(said)
  })

  test('of many lines repeats its head and its columns, counts its pages, and keeps the sums with the last line', async () => {
    for (const count of [17, 18, 19, 20, 60]) {
      const lines = Array.from({ length: count }, (_, at) => ({ product: cap.id, qty: 1, unitPrice: 10_000 + at }))
      const one = await issued(lines)
      const pages = await pagesOf(one)
      expect(pages.length).toBeGreaterThan(1)
      for (const [at, page] of pages.entries()) {
        expect(page).toContain(one.number!)
        expect(page).toContain('Item and serial numbers')
        expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
        expect(page.includes('Amount in words')).toBe(at === pages.length - 1)
      }
      expect(pages.at(-1)).toContain(` ${count} Cap `)
      const found = pages.join(' ').matchAll(/(?<= )(\d+) Cap 1 (\d+\.\d\d)/g)
      expect([...found].map(([, nr, price]) => `${nr} ${price}`)).toEqual(
        lines.map(({ unitPrice }, at) => `${at + 1} ${(unitPrice / 100).toFixed(2)}`),
      )
    }
  })

  test('of goods of sixty codes keeps its sums with the last line, and its table of taxes goes on', async () => {
    const lines: Input[] = []
    for (let at = 0; at < 60; at += 1) {
      const input = {
        sku: `H${at}`,
        name: `Thing ${at}`,
        price: 10_000,
        taxRate: 1800,
        hsn: String(9_000 + at),
        serialised: false,
      }
      lines.push({ product: (await shop.make('product', input)).id, qty: 1, unitPrice: 10_000 })
    }
    const pages = await pagesOf(await issued(lines))
    const sums = pages.findIndex(page => page.includes('Amount in words'))
    expect(pages[sums]).toContain('60 Thing 59')
    expect(
      pages
        .slice(sums)
        .join(' ')
        .match(/\(9 %\)/g),
    ).toHaveLength(120)
    expect(pages.at(-1)).toContain('Authorised signatory')
  })

  test('stays what it was when it was issued, whatever is called otherwise since', async () => {
    const one = await issued([{ product: cap.id, qty: 1, unitPrice: 10_000 }], { address: '7, Lake Road', ...place })
    const [before] = await pagesOf(one)
    const draft = await shop.make('orderInvoice', { order: one.order, kind: 'proforma' })
    await shop.change('product', cap.id, { name: 'Hat' })
    await shop.change('state', place.state, { label: 'Bombay State' })
    await house('Another Name')
    expect(await pagesOf(one)).toEqual([before])
    const [now] = await pagesOf(draft)
    for (const said of ['Another Name', 'Hat', 'Bombay State', 'Draft, not issued']) expect(now).toContain(said)
    await shop.change('product', cap.id, { name: 'Cap' })
    await shop.change('state', place.state, { label: 'Maharashtra' })
    await house('Kiran Care')
  })

  test('of a credit note and of what is void says so', async () => {
    const one = await issued([{ product: cap.id, qty: 2, unitPrice: 10_000 }])
    const credit = await shop.make('orderInvoice', {
      order: one.order,
      kind: 'creditNote',
      against: one.id,
      reason: 'Damaged',
      lines: [{ line: one.lines[0]!.line, qty: 1 }],
    })
    await shop.move('orderInvoice', credit.id, 'issue')
    const [text] = await pagesOf(credit)
    for (const said of ['Credit note CN/', `For invoice ${one.number}`, 'Damaged', 'Total ₹100.00'])
      expect(text).toContain(said)
    await shop.move('orderInvoice', credit.id, 'void', { voidReason: 'Wrong' })
    expect((await pagesOf(credit))[0]).toContain('Void')
  })

  test('is for those who may see the invoice', async () => {
    const mine = await issued([{ product: cap.id, qty: 1, unitPrice: 10_000 }])
    const reader = await signedIn(shop.server, { permissions: ['22-d'] })
    const lister = await signedIn(shop.server, { permissions: ['22-a'] })
    const own = await signedIn(shop.server, { permissions: ['22-d'], scopes: { orderInvoice: 'own' } })
    expect((await fileOf(mine, reader)).statusCode).toBe(200)
    expect((await fileOf(mine, lister)).statusCode).toBe(403)
    expect((await fileOf(mine, own)).statusCode).toBe(404)
    expect((await fileOf({ id: 1 })).statusCode).toBe(404)
  })
})

const names = {
  Devanagari: 'क्षत्रिय प्रिया शर्मा',
  Bengali: 'অনন্যা ব্যানার্জী',
  Gujarati: 'પ્રિયા શાહ',
  Gurmukhi: 'ਪ੍ਰੀਤ ਸਿੰਘ',
  Kannada: 'ಶ್ರೀನಿವಾಸ',
  Malayalam: 'കൃഷ്ണൻ',
  Oriya: 'ପ୍ରିୟା',
  Tamil: 'கார்த்திக்',
  Telugu: 'శ్రీనివాస్',
}

describe('a name in an Indian script', () => {
  test.each(Object.entries(names))('%s has every glyph, each joined as it is written', (_, name) => {
    for (const weight of ['plain', 'bold'] as const)
      for (const word of name.split(' ')) {
        const glyphs = fontFor(word, weight).glyphsOf(word)
        expect(glyphs.every(({ id }) => id > 0)).toBe(true)
        // A syllable is fewer glyphs than signs: none of these is written sign by sign.
        if (word.includes('\u094d') || word.includes('\u0bcd')) expect(glyphs.length).toBeLessThan(word.length)
      }
  })

  test('stands on the invoice, beside the sign of the rupee', async () => {
    const name = Object.values(names).join(' ')
    const [text] = await pagesOf(
      await issued([{ product: cap.id, qty: 1, unitPrice: 10_000 }], { name: name.slice(0, 120) }),
    )
    expect(text).toContain('₹100.00')
    for (const said of ['प्रि', 'ব্যা', 'શા', 'ਸਿੰ', 'ಶ್ರೀ', 'ପ୍ରି']) expect(text!.replaceAll(/[\u200b ]/g, '')).toContain(said)
  })

  // Case rupeeSignInPdf.
  test.each(['आशा पटेल', 'આશા પટેલ', 'José Größ'])('%s is found again in the file, and so is the sum', async name => {
    const [text] = await pagesOf(await issued([{ product: cap.id, qty: 1, unitPrice: 50_000 }], { name }))
    const bare = (said: string) => said.replaceAll(/[\u200b ]/g, '')
    expect(bare(text!)).toContain(bare(name))
    expect(text).toContain('Total ₹500.00')
    expect(text).not.toMatch(/[¹1?]500\.00/)
  })
})
