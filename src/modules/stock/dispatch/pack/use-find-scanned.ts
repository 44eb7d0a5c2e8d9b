import { useEffect, useRef } from 'react'
import { keyOf } from '#contract/codes.ts'
import type { Module, Row } from '#contract/module.ts'
import { product, type Product } from '#contract/modules/catalogue/product.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { isAddress, readScan, type Reading } from '#contract/scan/read-scan.ts'
import { howRead } from '#contract/scan/resolve.ts'
import { readingKey, codesLike } from '#contract/scan/same-code.ts'
import type { ShortCoded } from '#contract/short-code.ts'
import { useData } from '#src/data/data.ts'
import { readPage } from '#src/data/list-pages.ts'
import { readRecord } from '#src/data/read-record.ts'
import { useKeptRows } from '#src/data/use-kept.ts'
import { codeOf, isUnreachable } from '#src/offline/api.ts'
import { keptTable, type UserDb } from '#src/offline/user-db.ts'
import type { Scanned } from './scan.ts'

const FEW = 10

/** `how` it had to be read. */
type Found = { scanned: Scanned; how: Reading['how'] }

type Known = { units: ReadonlyMap<string, Unit>; products: ReadonlyMap<string, Product> }

/**
 * Finds what was scanned: among what this device holds, without asking anybody; only what it does not know is asked of the
 * server.
 */
export function useFindScanned(): (text: string) => Promise<Found> {
  const { db } = useData()
  const units = useKeptRows(unit, true)
  const products = useKeptRows(product, true)
  const known = useRef<Known | null>(null)
  useEffect(() => {
    known.current = units && products ? knownBy(units, products) : null
  }, [units, products])
  return async said => {
    const scan = readScan(said, [location.origin])
    const none = (scanned: 'unknown' | 'unreachable'): Found => ({ scanned, how: 'asIs' })
    if (scan.is !== 'code') return none('unknown')
    // Whoever scans sooner than the device has read what it holds waits for that.
    const { units, products } = known.current ?? knownBy(await rowsIn(db, unit), await rowsIn(db, product))
    for (const reading of scan.readings) {
      const key = readingKey(reading.text)
      const here = units.get(serialKey(reading.text))
      if (here) return { scanned: { unit: here }, how: howRead(reading, here.serial) }
      const goods = products.get(key)
      if (goods) return { scanned: { product: goods }, how: howRead(reading, goods.sku) }
    }
    try {
      for (const { text, label, how } of scan.readings) {
        // A serial number may pass for a code, and only the server knows them all; an address is none.
        const found = (isAddress(text) ? undefined : await askFor(text)) ?? (await codedBy(label))
        if (found) return { scanned: found, how: howRead({ text, how }, codeIn(found) ?? text) }
      }
      return none('unknown')
    } catch (error) {
      const labelled = scan.readings.find(({ label }) => label?.code === unit.code)
      const kept = labelled?.label && byId(units, labelled.label.id)
      if (kept) return { scanned: { unit: kept }, how: labelled.how }
      return none(!isUnreachable(error) && codeOf(error) === 'not-found' ? 'unknown' : 'unreachable')
    }
  }

  async function codedBy(label: ShortCoded | null): Promise<Scanned | undefined> {
    if (label?.code !== unit.code) return label ? { label } : undefined
    return { unit: (await readRecord(db, unit, label.id)) as unknown as Unit }
  }
}

/** A serial number however it is parted; one of digits alone may have come with the nought of a bar code. */
const serialKey = (serial: string): string => readingKey(keyOf('serial', serial))

const knownBy = (units: readonly Row[], products: readonly Row[]): Known => ({
  units: new Map((units as unknown as Unit[]).map(one => [serialKey(one.serial), one])),
  products: new Map((products as unknown as Product[]).map(one => [readingKey(one.sku), one])),
})

const rowsIn = async (db: UserDb | null, module: Module): Promise<Row[]> =>
  db ? (await keptTable(db, module).toArray()).flatMap(({ row }) => row ?? []) : []

const codeIn = (found: Scanned): string | undefined =>
  typeof found === 'string'
    ? undefined
    : 'unit' in found
      ? found.unit.serial
      : 'product' in found
        ? found.product.sku
        : undefined

const byId = (units: Known['units'], id: number) => [...units.values()].find(one => one.id === id)

async function askFor(text: string): Promise<Scanned | undefined> {
  const place = { after: null, limit: FEW }
  const key = readingKey(text)
  for (const q of codesLike(text)) {
    const [units, products] = await Promise.all([
      readPage(unit, { q }, place),
      readPage(product, { q }, place).catch(() => ({ rows: [] })),
    ])
    const found = (units.rows as unknown as Unit[]).find(one => serialKey(one.serial) === serialKey(text))
    if (found) return { unit: found }
    const goods = (products.rows as unknown as Product[]).find(one => readingKey(one.sku) === key)
    if (goods) return { product: goods }
  }
  return undefined
}
