import { useMemo } from 'react'
import { countStandCall } from '#contract/calls/count-stand.ts'
import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { product, type Product } from '#contract/modules/catalogue/product.ts'
import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useKeptRows } from '#src/data/use-kept.ts'
import { shelfHere, type Shelf } from './shelf.ts'

export type Here = { units: ReadonlyMap<number, Unit>; products: ReadonlyMap<number, Product> }

/** What should be there: as the server says, and without it as this device knows. */
export function useShelf(count: StockCount): { shelf: Shelf; here: Here } {
  const { online } = useConnection()
  const { answer } = useAsked(countStandCall, { count: count.id }, { enabled: online })
  const units = useKeptRows(unit, true) as unknown as Unit[] | undefined
  const parts = useKeptRows(part, true) as unknown as Part[] | undefined
  const products = useKeptRows(product, true) as unknown as Product[] | undefined
  const here = useMemo(() => ({ units: byId(units), products: byId(products) }), [units, products])
  const shelf = useMemo(
    () =>
      answer
        ? { devices: answer.devices, levels: answer.levels, whole: true }
        : shelfHere(count, { units: units ?? [], parts: parts ?? [], products: products ?? [] }),
    [answer, count, units, parts, products],
  )
  return { shelf, here }
}

const byId = <R extends { id: number }>(rows: readonly R[] | undefined): ReadonlyMap<number, R> =>
  new Map((rows ?? []).map(row => [row.id, row]))
