import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import type { Product } from '#contract/modules/catalogue/product.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { codeFault } from '#contract/code-rules.ts'
import { mostToCollect } from '#contract/modules/stock/dispatch-left.ts'
import type { Dispatch, DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { cleanPincode } from '#contract/pincode.ts'
import { swapCase } from '#contract/scan/layouts.ts'
import { readScan } from '#contract/scan/read-scan.ts'
import { resolveScan, type Look, type ScanHit } from '#contract/scan/resolve.ts'
import { shortCode } from '#contract/short-code.ts'
import { forOrder } from '#src/modules/stock/dispatch/for/order.ts'
import { withPiece } from '#src/modules/stock/dispatch/pack/scan.ts'
import { bars, square, type Drawn } from '#src/paper/codes.ts'
import { labelSizes, pagesOf } from '#src/paper/label-sizes.ts'
import { decode, prepareDecoder } from '../../tests/support/decode-print.ts'

/**
 * Cases from real use, by their names. Of the same areas, others are tested where they belong: rupeeSignInPdf with invoices as files,
 * longAddress with labels on paper, lateEvent with the tracking of parcels, and the pages of pinCode with those of couriers.
 */
const DESK = 'https://desk.example'

const hit = (id: number, code: string, module: string, field: string | null): ScanHit => ({
  module,
  id,
  title: code,
  archived: false,
  field,
  code,
})
const among = (hits: readonly ScanHit[]): Look => ({
  byCode: async codes => {
    const wanted = new Set(codes.map(code => code.toLowerCase()))
    return { hits: hits.filter(({ code }) => wanted.has(code.toLowerCase())), denied: [] }
  },
  byLabel: async ({ id }) => ({ hits: hits.filter(one => one.id === id), denied: [] }),
})
const scan = (text: string, hits: readonly ScanHit[]) => resolveScan(readScan(text, [DESK]), among(hits))

it('capsLockGun: the device and the record are found, and it is said why they were read otherwise', async () => {
  const known = [hit(7, 'SN-0001A', 'unit', 'serial')]
  expect(await scan('sn-0001a', known)).toMatchObject({ hits: [{ id: 7 }], how: 'capsLock' })
  const label = swapCase(`${DESK}/s/${shortCode(unit, 7).toLowerCase()}`)
  expect(label).toMatch(/^HTTPS:\/\/DESK\.EXAMPLE\/S\//)
  expect(await scan(label, known)).toMatchObject({ hits: [{ id: 7 }], how: 'capsLock' })
})

it('upcIsEan: twelve digits are thirteen with a nought in front, and eleven are a question', async () => {
  for (const [kept, scanned] of [
    ['012345678905', '0012345678905'],
    ['0012345678905', '012345678905'],
  ] as const)
    expect(await scan(scanned, [hit(9, kept, 'part', 'barcode')])).toMatchObject({ hits: [{ id: 9 }], similar: [] })
  const other = await scan('12345678905', [hit(9, '012345678905', 'part', 'barcode')])
  expect(other).toMatchObject({ hits: [], similar: [{ id: 9 }] })
})

it('twoCodesOnePart: every code of it counts the same line, and one too many blocks', () => {
  const brush = { id: 6, name: 'Brush head', serialised: false } as Product
  const pack = forOrder({ id: 1, stage: 'packing', lines: [{ id: 91, product: 6, qty: 2 }] } as unknown as Order)
  let items: DispatchItem[] = [{ id: 801, line: 91, product: 6, qty: 2, units: [], counted: null } as never]
  const said = ['our label', 'its bar code', 'its bar code'].map(code => {
    const verdict = pack.judge({ product: brush }, code, {
      items,
      now: '2026-11-05T10:00:00.000Z',
      elsewhere: new Set(),
    })
    if (verdict.is === 'right') items = withPiece(items, { item: verdict.item, unit: null })
    return verdict.is === 'wrong' ? verdict.why : `${items[0]!.counted} of ${items[0]!.qty}`
  })
  expect(said).toEqual(['1 of 2', '2 of 2', 'enough'])
  expect(items).toMatchObject([{ counted: 2 }])
})

it.each([
  ['100×150', labelSizes.roll, 3, 0, [1, 1, 1], [100, 150]],
  ['A4 with four, from the third place on', labelSizes.a4, 5, 2, [2, 3], labelSizes.a4.page],
] as const)('labelPages: %s', (_, size, labels, used, onPages, page) => {
  const pages = pagesOf(
    Array.from({ length: labels }, (_, at) => at),
    size,
    used,
  )
  // None of them is blank.
  expect(pages.map(places => places.filter(place => place !== null).length)).toEqual(onPages)
  expect(size.page).toEqual(page)
})

it('codAfterAdvance: the first parcel collects all that is owed and the second nothing, unless shares are typed', () => {
  const sale = {
    stage: 'confirmed',
    paymentMode: 'cashOnDelivery',
    balance: 1_990_000,
    lines: [{ id: 1, product: 5, qty: 2, unitPrice: 1_245_000, taxRate: 0, discount: 0 }],
  } as unknown as Parameters<typeof mostToCollect>[0]
  const piece = { line: 1, product: 5, qty: 1 }
  const parcel = (codAmount: number | null) =>
    ({ direction: 'out', stage: 'draft', codAmount, items: [piece] }) as unknown as Dispatch
  expect(mostToCollect(sale, [])).toBe(1_990_000)
  expect(mostToCollect(sale, [parcel(1_200_000)])).toBe(790_000)
  expect(mostToCollect(sale, [parcel(1_990_000)])).toBe(0)
})

it.each([
  ['380 009', '380009', null],
  ['३८०००९', '380009', null],
  ['380009 ', '380009', null],
  ['38000', '38000', 'pincode'],
  ['080009', '080009', 'pincode'],
])('pinCode: %s', (typed, kept, wrong) => {
  expect([cleanPincode(typed), codeFault('pincode', kept, true)]).toEqual([kept, wrong])
})

beforeAll(prepareDecoder)

/** As a printer draws it, four dots to a module, with the white around it that a code needs. */
function printed({ path, width, height }: Drawn, high: number): Promise<Buffer> {
  const around = 12
  const [wide, tall] = [width + 2 * around, high + 2 * around]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-around} ${-around} ${wide} ${tall}" width="${wide * 4}" height="${tall * 4}" shape-rendering="crispEdges"><rect x="${-around}" y="${-around}" width="100%" height="100%" fill="#fff"/><path transform="scale(1 ${high / height})" d="${path}" fill-rule="evenodd"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

it.each(['SN^029-7', '100%_A&B', 'a\\b~1', '0000123'])(
  'signsOnLabels: %s is drawn, read and found as it is',
  async code => {
    const [across, squared] = [bars(code)!, square(code)]
    expect(await decode(await printed(across, 40))).toEqual([`Code128 ${code}`])
    expect(await decode(await printed(squared, squared.height))).toEqual([`QRCode ${code}`])
    expect(await scan(code, [hit(3, code, 'unit', 'serial')])).toMatchObject({ hits: [{ id: 3 }], how: 'asIs' })
  },
)
