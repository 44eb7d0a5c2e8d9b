import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { color } from '#contract/lists/stock.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { asToPick, notToPick, pickListOf, type PickLine } from '#contract/modules/stock/pick-list.ts'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRowsById } from '#src/data/use-rows-by-id.ts'
import { useTitles } from '#src/data/use-many-titles.ts'
import { pendingName } from '#src/fields/reference.tsx'
import { serverNow } from '#src/lib/clock.ts'
import { formatDateTime, formatNumber } from '#src/lib/format.ts'
import { useAskedIds } from '#src/lib/use-asked-ids.ts'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { paperCell, paperFigure, PaperHeadings, PaperLine, PaperTitle } from '#src/paper/a4-table.tsx'
import { useHouse } from '#src/session/house.ts'
import { PaperPage } from './paper-page.tsx'
import { MOST_ORDERS, useLeftOut, useParcels, useParcelsOfOrders } from './use-parcels.ts'

/** What to fetch for parcels that are still to be packed, and for which of them. */
export function PickListPage({ title }: ScreenProps) {
  const named = useAskedIds('orders')
  return named.length > 0 ? <OfOrders title={title} ids={named} /> : <OfParcels title={title} />
}

type Title = Pick<ScreenProps, 'title'>
const coloursOf = (orders: readonly Order[]) => {
  const colours = new Map(orders.flatMap(({ lines }) => lines.map(line => [line.id, line.colour])))
  return (_: unknown, { line }: { line: number | null }) => (line === null ? null : (colours.get(line) ?? null))
}

/** What is left to pack of orders, in parcels that somebody has begun and in none. */
function OfOrders({ title, ids }: Title & { ids: readonly number[] }) {
  const { t } = useTranslation('dispatch')
  const orders = useRowsById(order, ids.slice(0, MOST_ORDERS))
  const parcels = useParcelsOfOrders(ids)
  const rest = orders.rows.map(sale =>
    asToPick(
      sale,
      parcels.rows.filter(one => one.order === sale.id),
    ),
  )
  const begun = parcels.rows.filter(row => notToPick(row) === null)
  const lines = pickListOf([...begun, ...rest], coloursOf(orders.rows))
  const document = usePickList(t(title), lines, [...begun, ...orders.rows])
  const leftOut = useLeftOut(parcels)
  const failed = orders.error ? orders : parcels
  return (
    <PaperPage
      title={title}
      found={{
        rows: parcels.rows,
        loading: orders.loading || parcels.loading,
        error: failed.error,
        again: failed.again,
      }}
      documents={lines.length > 0 ? [document] : []}
      leftOut={leftOut}
      none={t('screen.papers.nothingToPick')}
    />
  )
}

function OfParcels({ title }: Title) {
  const { t } = useTranslation('dispatch')
  const found = useParcels()
  const orders = useRowsById(order, [...new Set(found.rows.flatMap(row => row.order ?? []))])
  const lines = pickListOf(found.rows, coloursOf(orders.rows))
  const leftOut = useLeftOut(
    found,
    found.rows.flatMap(row => notToPick(row) ?? []),
  )
  const document = usePickList(t(title), lines, found.rows)
  return (
    <PaperPage
      title={title}
      // Without its colour somebody would fetch the wrong piece.
      found={{
        ...found,
        loading: found.loading || orders.loading,
        error: found.error ?? orders.error,
        again: found.error ? found.again : orders.again,
      }}
      documents={lines.length > 0 ? [document] : []}
      leftOut={leftOut}
      none={t('screen.papers.nothingToPick')}
    />
  )
}

type Numbered = { id: number; number: string | null }

function usePickList(title: string, lines: readonly PickLine[], rows: readonly Numbered[]): A4Document {
  const { t } = useTranslation('dispatch')
  const { companyName } = useHouse()
  const names = useTitles(product, [...new Set(lines.map(line => line.product))])
  const colours = useTitles(color, [...new Set(lines.flatMap(line => line.colour ?? []))])
  const numbers = new Map(rows.map(({ id, number }) => [id, number ?? pendingName(id)]))
  const nameOf = (line: PickLine) => names.get(line.product) ?? pendingName(line.product)
  const colourOf = ({ colour }: PickLine) => (colour === null ? '' : (colours.get(colour) ?? ''))
  const sorted = lines.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)) || colourOf(a).localeCompare(colourOf(b)))
  const parcels = new Set(lines.flatMap(line => line.parcels.map(({ id }) => id))).size
  const pieces = lines.reduce((all, { qty }) => all + qty, 0)
  const [now] = useState(() => formatDateTime(new Date(serverNow())))
  return {
    key: 'pick-list',
    head: (
      <PaperTitle
        house={companyName}
        title={title}
        text={t('screen.papers.pickSums', { pieces: formatNumber(pieces), parcels: formatNumber(parcels) })}
        facts={now}
      />
    ),
    again: <PaperTitle small house={companyName} title={`${title} · ${now}`} />,
    columns: (
      <PaperHeadings
        columns={[
          { label: t('screen.papers.done') },
          { label: t('screen.papers.product') },
          { label: t('screen.papers.colour') },
          { label: t('screen.papers.pieces'), isAmount: true },
          { label: t('screen.papers.for') },
        ]}
        wide={4}
      />
    ),
    rows: sorted.map(line => {
      const key = `${line.product}-${line.colour}`
      return {
        key,
        row: (
          <tr key={key}>
            <td className={paperCell}>
              <Tick />
            </td>
            <td className={`${paperCell} min-w-[50mm] font-semibold wrap-anywhere`}>{nameOf(line)}</td>
            <td className={`${paperCell} wrap-anywhere`}>{colourOf(line)}</td>
            <td className={`${paperCell} ${paperFigure} text-[11pt] font-semibold`}>{formatNumber(line.qty)}</td>
            <td className={paperCell}>
              {line.parcels.map(({ id, qty }) => (
                <span key={id} className="me-[4mm] inline-flex items-center gap-[1.5mm] whitespace-nowrap">
                  <Tick />
                  <span className="ltr">{numbers.get(id)}</span>
                  {qty > 1 && <b>× {formatNumber(qty)}</b>}
                </span>
              ))}
            </td>
          </tr>
        ),
      }
    }),
    tail: null,
    foot: (page, of) => <PaperLine start={title} end={t('screen.papers.page', { page, of })} />,
  }
}

/** A box that somebody ticks with a pencil. */
const Tick = () => <span aria-hidden="true" className="inline-block size-[3.5mm] shrink-0 border border-paper-ink" />
