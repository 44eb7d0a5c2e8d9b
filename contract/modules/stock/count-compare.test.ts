import { describe, expect, it } from 'vitest'
import { compareCount, isAsked, isOnShelf, type Comparing, type Counted, type Device } from './count-compare.ts'

const nothing: Counted = { unit: null, part: null, product: null, colour: null, text: null, qty: 1, at: null }
const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00.000Z`
const entry = (more: Partial<Counted>): Counted => ({ ...nothing, at: at(10), ...more })
const device = (id: number, more: Partial<Device> = {}): Device => ({
  id,
  product: 1,
  colour: null,
  stage: 'inStock',
  holder: 'us',
  movedAt: at(1),
  ...more,
})
const compare = (more: Partial<Comparing>) =>
  compareCount({
    products: [],
    parts: [],
    startedAt: at(9),
    endedAt: at(12),
    entries: [],
    devices: [],
    levels: [],
    serialised: new Set(),
    coloured: new Set(),
    ...more,
  }).map(({ reason, expected, counted, unit, part }) => [reason, unit ?? part, expected, counted])

describe('a device', () => {
  it('is missed where it stood before the count began and nobody scanned it', () => {
    expect(compare({ devices: [device(7)] })).toEqual([['missing', 7, 1, 0]])
    expect(compare({ devices: [device(7)], entries: [entry({ unit: 7 })] })).toEqual([])
    expect(compare({ devices: [device(7, { movedAt: at(11) })] })).toEqual([])
    expect(compare({ devices: [device(7, { stage: 'shipped' })] })).toEqual([])
  })

  it('was found where it is lost, unless it was lost after it was scanned', () => {
    const lost = (movedAt: string) =>
      compare({ devices: [device(7, { stage: 'lost', movedAt })], entries: [entry({ unit: 7 })] })
    expect(lost(at(2))).toEqual([['found', 7, 0, 1]])
    expect(lost(at(11))).toEqual([])
  })

  it('that another count lost after its scan was seen here all the same', () => {
    const missed = { stage: 'lost', movedAt: at(11), movedByCount: true } as const
    expect(compare({ devices: [device(7, missed)], entries: [entry({ unit: 7 })] })).toEqual([['found', 7, 0, 1]])
    expect(compare({ devices: [device(7, missed)] })).toEqual([])
  })

  it('that left since was here; one that was elsewhere already is told', () => {
    const sold = (movedAt: string) =>
      compare({ devices: [device(7, { stage: 'withCustomer', movedAt })], entries: [entry({ unit: 7 })] })
    expect(sold(at(11))).toEqual([])
    expect(sold(at(2))).toEqual([['elsewhere', 7, 0, 1]])
  })

  it('that a technician has along stands on no shelf', () => {
    expect(isOnShelf({ stage: 'inStock', holder: 'technician' })).toBe(false)
    expect(isOnShelf({ stage: 'allocated', holder: 'us' })).toBe(true)
    expect(compare({ devices: [device(7, { holder: 'technician' })] })).toEqual([])
  })

  it('counts once however often it is scanned, and not where all scans were taken back', () => {
    const scans = (...qtys: number[]) => qtys.map(qty => entry({ unit: 7, qty }))
    expect(compare({ devices: [device(7)], entries: scans(1, 1) })).toEqual([])
    expect(compare({ devices: [device(7)], entries: scans(1, 1, -1) })).toEqual([])
    expect(compare({ devices: [device(7)], entries: scans(1, -1) })).toEqual([['missing', 7, 1, 0]])
    expect(compare({ devices: [device(7)], entries: scans(1, -1, -1) })).toEqual([['missing', 7, 1, 0]])
  })
})

describe('goods', () => {
  const level = { part: 5, product: null, colour: null }
  const since = [
    { at: at(8), qty: 3 },
    { at: at(11), qty: -2 },
  ]

  it('are compared with what was there at their last scan', () => {
    const counted = (qty: number, hour: number) =>
      compare({ levels: [{ ...level, qty: 4, since }], entries: [entry({ part: 5, qty, at: at(hour) })] })
    // Two were sold at eleven.
    expect(counted(6, 10)).toEqual([])
    expect(counted(4, 11)).toEqual([])
    expect(counted(4, 10)).toEqual([['goods', 5, 6, 4]])
  })

  it('that nobody counted are none when the counting ends', () => {
    expect(compare({ levels: [{ ...level, qty: 4, since }] })).toEqual([['goods', 5, 4, 0]])
    expect(compare({ levels: [{ ...level, qty: 4, since }], endedAt: at(10) })).toEqual([['goods', 5, 6, 0]])
    expect(compare({ levels: [{ ...level, qty: 0, since: [] }] })).toEqual([])
  })

  it('are summed over all who count, and what the ledger never had is too much', () => {
    const entries = [entry({ part: 5, qty: 2 }), entry({ part: 5, qty: 3 }), entry({ part: 5, qty: -1 })]
    expect(compare({ entries })).toEqual([['goods', 5, 0, 4]])
  })

  it('are never fewer than none, however often they were taken back', () => {
    const entries = [1, -1, -1].map(qty => entry({ part: 5, qty }))
    expect(compare({ levels: [{ ...level, qty: 4, since: [] }], entries })).toEqual([['goods', 5, 4, 0]])
    expect(compare({ entries })).toEqual([])
  })

  it('that came or went between their first and their last scan are left to people', () => {
    const levels = [{ ...level, qty: 4, since }]
    const entries = [entry({ part: 5, qty: 4 }), entry({ part: 5, qty: 2, at: at(12) })]
    expect(compare({ levels, entries })).toEqual([['movedMeanwhile', 5, 4, 6]])
    expect(compare({ levels, entries: entries.map(one => ({ ...one, at: at(12) })) })).toEqual([['goods', 5, 4, 6]])
  })

  it('are compared with their scan, not with when a wrong one was taken back', () => {
    const entries = [6, 1, -1].map(qty => entry({ part: 5, qty }))
    expect(compare({ levels: [{ ...level, qty: 4, since }], entries })).toEqual([])
    const wrong = [entry({ part: 5, qty: 6 }), ...[1, -1].map(qty => entry({ part: 5, qty, at: at(12) }))]
    expect(compare({ levels: [{ ...level, qty: 4, since }], entries: wrong })).toEqual([])
  })

  it('in colours that nobody said hold back all colours of their kind', () => {
    const cap = { part: null, product: 1 }
    const levels = [2, 3].map(colour => ({ ...cap, colour, qty: 2, since: [] }))
    const entries = [entry({ product: 1, colour: 2, qty: 2 }), entry({ product: 1, qty: 1 })]
    expect(compare({ levels, entries, coloured: new Set([1]) })).toEqual([
      ['needsColour', null, 2, 0],
      ['needsColour', null, 0, 1],
    ])
    expect(compare({ levels, entries: entries.slice(0, 1), coloured: new Set([1]) })).toEqual([['goods', null, 2, 0]])
  })

  it('outside of the count, or with serial numbers, are left to people', () => {
    const asked = { products: [], parts: [5] }
    expect(isAsked(asked, { part: 5, product: null })).toBe(true)
    expect(isAsked(asked, { part: null, product: 1 })).toBe(false)
    expect(compare({ ...asked, entries: [entry({ part: 6 })] })).toEqual([['notCounted', 6, 0, 1]])
    expect(compare({ entries: [entry({ product: 1 })], serialised: new Set([1]) })).toEqual([
      ['needsSerial', null, 0, 1],
    ])
  })
})

it('a code that nobody knows stays a difference until it is taken back', () => {
  const scans = (...qtys: number[]) => qtys.map(qty => entry({ text: 'X-1', qty }))
  expect(compare({ entries: scans(1) })).toEqual([['unknown', null, 0, 1]])
  expect(compare({ entries: scans(1, -1) })).toEqual([])
})
