import { useEffect, useRef } from 'react'
import type { Module, Row } from '#contract/module.ts'
import { product, type Product } from '#contract/modules/catalogue/product.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { isAddress, readScan } from '#contract/scan/read-scan.ts'
import { codeKey, codesLike } from '#contract/scan/same-code.ts'
import type { ShortCoded } from '#contract/short-code.ts'
import { useData } from '#src/data/data.ts'
import { readPage } from '#src/data/list-pages.ts'
import { readRecord } from '#src/data/read-record.ts'
import { useKeptRows } from '#src/data/use-kept.ts'
import { codeOf, isUnreachable } from '#src/offline/api.ts'
import { keptTable, type UserDb } from '#src/offline/user-db.ts'
import type { Scanned } from './scan.ts'

const FEW = 10

type Known = { units: ReadonlyMap<string, Unit>; products: ReadonlyMap<string, Product> }

/**
 * Finds what was scanned: among what this device holds, without asking anybody; only what it does not know is asked of the
 * server.
 */
export function useFindScanned(): (text: string) => Promise<Scanned> {
  const { db } = useData()
  const units = useKeptRows(unit, true)
  const products = useKeptRows(product, true)
  const known = useRef<Known | null>(null)
  useEffect(() => {
    known.current = units && products ? knownBy(units, products) : null
  }, [units, products])
  return async said => {
    const scan = readScan(said, [location.origin])
    if (scan.is !== 'code') return 'unknown'
    // Whoever scans sooner than the device has read what it holds waits for that.
    const { units, products } = known.current ?? knownBy(await rowsIn(db, unit), await rowsIn(db, product))
    for (const { text } of scan.readings) {
      const here = units.get(codeKey(text))
      if (here) return { unit: here }
      const goods = products.get(codeKey(text))
      if (goods) return { product: goods }
    }
    try {
      for (const { text, label } of scan.readings) {
        // A serial number may pass for a code, and only the server knows them all; an address is none.
        const found = (isAddress(text) ? undefined : await askFor(text)) ?? (await codedBy(label))
        if (found) return found
      }
      return 'unknown'
    } catch (error) {
      const label = scan.readings.find(({ label }) => label?.code === unit.code)?.label
      const kept = label && byId(units, label.id)
      if (kept) return { unit: kept }
      return isUnreachable(error) ? 'unreachable' : codeOf(error) === 'not-found' ? 'unknown' : 'unreachable'
    }
  }

  async function codedBy(label: ShortCoded | null): Promise<Scanned | undefined> {
    if (label?.code !== unit.code) return label ? { label } : undefined
    return { unit: (await readRecord(db, unit, label.id)) as unknown as Unit }
  }
}

const knownBy = (units: readonly Row[], products: readonly Row[]): Known => ({
  units: new Map((units as unknown as Unit[]).map(one => [codeKey(one.serial), one])),
  products: new Map((products as unknown as Product[]).map(one => [codeKey(one.sku), one])),
})

const rowsIn = async (db: UserDb | null, module: Module): Promise<Row[]> =>
  db ? (await keptTable(db, module).toArray()).flatMap(({ row }) => row ?? []) : []

const byId = (units: Known['units'], id: number) => [...units.values()].find(one => one.id === id)

async function askFor(text: string): Promise<Scanned | undefined> {
  const place = { after: null, limit: FEW }
  const key = codeKey(text)
  for (const q of codesLike(text)) {
    const [units, products] = await Promise.all([
      readPage(unit, { q }, place),
      readPage(product, { q }, place).catch(() => ({ rows: [] })),
    ])
    const found = (units.rows as unknown as Unit[]).find(one => codeKey(one.serial) === key)
    if (found) return { unit: found }
    const goods = (products.rows as unknown as Product[]).find(one => codeKey(one.sku) === key)
    if (goods) return { product: goods }
  }
  return undefined
}
