import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { productStockCall } from '#contract/calls/product-stock.ts'
import { product as products, type Product } from '#contract/modules/catalogue/product.ts'
import { belowFloorIn } from '#contract/modules/sales/order-left.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { totalQuery } from '#src/data/total-query.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useRecord } from '#src/data/use-records.ts'
import { Input as ListItemInput } from '#src/fields/inputs/list-item.tsx'
import { asLines } from '#src/fields/lines.tsx'
import type { OfLine } from '#src/fields/inputs/lines/lines-look.ts'
import { asNumber, type InputProps } from '#src/fields/view.ts'
import { usePath } from '#src/form/use-field.ts'
import { formatMoney } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'

/** A number in a line, where there is one. */
const useNumber = ({ form, line }: OfLine, column: string) => usePath(form, `${line}.${column}`, asNumber)

/** How many of it are in stock and meant for nobody, where somebody can say so. */
export function InStock(at: OfLine) {
  const { row } = useRecord(products, useNumber(at, 'product') ?? 0)
  if (!row) return null
  return row.serialised ? <DevicesLeft {...at} of={row} /> : <PiecesLeft {...at} of={row} />
}

type Of = OfLine & { of: Product }

function DevicesLeft({ of, ...at }: Of) {
  const { online } = useConnection()
  const enabled = useCan(unit, 'list') && online
  const colour = useNumber(at, 'colour')
  const filter: Record<string, (string | number)[]> = { product: [of.id], stage: ['inStock'] }
  if (colour !== null) filter.colour = [colour]
  const { data } = useQuery({ ...totalQuery(unit, { filter }), enabled })
  return enabled && data ? <Left {...at} count={data.count} /> : null
}

/** Without the right to look through the ledger, or away from the server: as many as the product says. */
function PiecesLeft({ of, ...at }: Of) {
  const { online } = useConnection()
  const enabled = useCan(stockMove, 'list') && online
  const colour = useNumber(at, 'colour')
  const { answer, loading } = useAsked(productStockCall, { product: of.id }, { enabled })
  if (loading) return null
  if (!answer) return of.onHand === null ? null : <Left {...at} count={of.onHand} />
  const stock = answer.levels.filter(({ place }) => place === 'stock')
  const reserved = answer.reserved ?? []
  const sum = (pieces: readonly { colour: number | null; qty: number }[], only: number | null) =>
    pieces.filter(one => only === null || one.colour === only).reduce((all, { qty }) => all + qty, 0)
  const left = (only: number | null) => sum(stock, only) - sum(reserved, only)
  return <Left {...at} count={Math.max(Math.min(left(colour), left(null)), 0)} />
}

function Left({ count, ...at }: OfLine & { count: number }) {
  const { t } = useTranslation('order')
  const isShort = count < (useNumber(at, 'qty') ?? 1)
  return (
    <p className={clsx('text-20', isShort ? 'font-medium text-warning-text' : 'text-subtle')}>
      {count === 0 ? t('screen.stock.none') : t('screen.stock.left', { count })}
    </p>
  )
}

/** Below this price for a piece, all discounts taken off, somebody has to approve. */
export function BelowFloor(at: OfLine) {
  const { t } = useTranslation('order')
  const floor = useRecord(products, useNumber(at, 'product') ?? 0).row?.floorPrice ?? null
  const isPriced = useNumber(at, 'unitPrice') !== null
  const id = Number(at.line.split('.')[1])
  const isBelow = usePath(at.form, '', sale => floor !== null && isPriced && judgeOf(sale as object)(id, floor))
  if (!isBelow || floor === null) return null
  return (
    <p className="text-20 font-medium text-warning-text">{t('screen.stock.floor', { amount: formatMoney(floor) })}</p>
  )
}

/** Each line asks of every change in the order: its amounts are worked out once for all of them. */
const judges = new WeakMap<object, (id: number, floor: number) => boolean>()

function judgeOf(sale: object): (id: number, floor: number) => boolean {
  let judge = judges.get(sale)
  if (!judge) {
    const values = sale as Record<string, unknown>
    const places = new Map(asLines(values.lines).map(({ id }, at) => [id, at]))
    const isBelow = belowFloorIn(pricedOf(values))
    judge = (id, floor) => {
      const at = places.get(id)
      return at !== undefined && isBelow(at, floor)
    }
    judges.set(sale, judge)
  }
  return judge
}

/** The colours that the product comes in; any where it names none. */
export function ColourInput({ form, line, field, ...rest }: InputProps & OfLine) {
  const { row } = useRecord(products, useNumber({ form, line }, 'product') ?? 0)
  const colours = row?.colours ?? []
  const needed = colours.length > 0
  return (
    <ListItemInput
      {...rest}
      field={{ ...field, required: needed }}
      {...(needed ? { only: ({ id }: { id: number }) => colours.includes(id) } : {})}
    />
  )
}
