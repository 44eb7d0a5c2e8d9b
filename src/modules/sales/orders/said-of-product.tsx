import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { createContext, memo, use } from 'react'
import { useTranslation } from 'react-i18next'
import { productStockCall } from '#contract/calls/product-stock.ts'
import { product as products, type Product } from '#contract/modules/catalogue/product.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { totalQuery } from '#src/data/total-query.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useRecord } from '#src/data/use-records.ts'
import { Input as ListItemInput } from '#src/fields/inputs/list-item.tsx'
import type { Line } from '#src/fields/lines.tsx'
import { asNumber, type InputProps } from '#src/fields/view.ts'
import { formatMoney } from '#src/lib/format.ts'
import { sharedOf, usePiece } from '#src/lib/shared.ts'
import { useCan } from '#src/session/actor.ts'

type Of = { line: Line }

/** Is this line of the order, as that stands in the form, below the floor of its product? */
type BelowFloorOf = (line: number, floor: number) => boolean
export const BelowFloorContext = createContext(sharedOf<BelowFloorOf>(() => false))

/** How many of it are in stock and meant for nobody, where somebody can say so. */
export function InStock({ line }: Of) {
  const { row } = useRecord(products, asNumber(line.product) ?? 0)
  if (!row) return null
  return row.serialised ? <DevicesLeft line={line} /> : <PiecesLeft line={line} of={row} />
}

function DevicesLeft({ line }: Of) {
  const { online } = useConnection()
  const enabled = useCan(unit, 'list') && online
  const colour = asNumber(line.colour)
  const filter: Record<string, (string | number)[]> = { product: [asNumber(line.product) ?? 0], stage: ['inStock'] }
  if (colour !== null) filter.colour = [colour]
  const { data } = useQuery({ ...totalQuery(unit, { filter }), enabled })
  return enabled && data ? <Left line={line} count={data.count} /> : null
}

/** Without the right to look through the ledger, or away from the server: as many as the product says. */
function PiecesLeft({ line, of }: Of & { of: Product }) {
  const { online } = useConnection()
  const enabled = useCan(stockMove, 'list') && online
  const { answer, loading } = useAsked(productStockCall, { product: of.id }, { enabled })
  if (loading) return null
  if (!answer) return of.onHand === null ? null : <Left line={line} count={of.onHand} />
  const colour = asNumber(line.colour)
  const stock = answer.levels.filter(({ place }) => place === 'stock')
  const reserved = answer.reserved ?? []
  const sum = (pieces: readonly { colour: number | null; qty: number }[], only: number | null) =>
    pieces.filter(one => only === null || one.colour === only).reduce((all, { qty }) => all + qty, 0)
  const left = (only: number | null) => sum(stock, only) - sum(reserved, only)
  return <Left line={line} count={Math.max(Math.min(left(colour), left(null)), 0)} />
}

function Left({ line, count }: Of & { count: number }) {
  const { t } = useTranslation('order')
  const isShort = count < (asNumber(line.qty) ?? 1)
  return (
    <p className={clsx('text-20', isShort ? 'font-medium text-warning-text' : 'text-subtle')}>
      {count === 0 ? t('screen.stock.none') : t('screen.stock.left', { count })}
    </p>
  )
}

/** Below this price for a piece, all discounts taken off, somebody has to approve. */
export function BelowFloor({ line }: Of) {
  const product = asNumber(line.product)
  return product === null || asNumber(line.unitPrice) === null ? null : <Floor id={line.id} product={product} />
}

function Floor({ id, product }: { id: number; product: number }) {
  const { t } = useTranslation('order')
  const floor = useRecord(products, product).row?.floorPrice ?? null
  const isBelow = usePiece(use(BelowFloorContext), isBelowFloor => floor !== null && isBelowFloor(id, floor))
  if (floor === null || !isBelow) return null
  return (
    <p className="text-20 font-medium text-warning-text">{t('screen.stock.floor', { amount: formatMoney(floor) })}</p>
  )
}

/** Drawn anew for what it is given, not for another cell of its line. */
const Colours = memo(ListItemInput)

/** The colours that the product comes in; any where it names none. */
export function ColourInput({ line, field, ...rest }: InputProps & Of) {
  const { row } = useRecord(products, asNumber(line.product) ?? 0)
  const colours = row?.colours ?? []
  const needed = colours.length > 0
  return (
    <Colours
      {...rest}
      field={{ ...field, required: needed }}
      {...(needed ? { only: ({ id }: { id: number }) => colours.includes(id) } : {})}
    />
  )
}
