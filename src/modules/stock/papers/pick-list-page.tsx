import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { color } from '#contract/lists/stock.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { notToPick, pickListOf, type PickLine } from '#contract/modules/stock/pick-list.ts'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRowsById } from '#src/data/use-rows-by-id.ts'
import { useTitles } from '#src/data/use-many-titles.ts'
import { pendingName } from '#src/fields/reference.tsx'
import { serverNow } from '#src/lib/clock.ts'
import { formatDateTime, formatNumber } from '#src/lib/format.ts'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { paperCell, paperFigure, PaperHeadings, PaperLine, PaperTitle } from '#src/paper/a4-table.tsx'
import { useHouse } from '#src/session/house.ts'
import { PaperPage } from './paper-page.tsx'
import { useLeftOut, useParcels } from './use-parcels.ts'

/** What to fetch for parcels that are still to be packed, and for which of them. */
export function PickListPage({ title }: ScreenProps) {
  const { t } = useTranslation('dispatch')
  const found = useParcels()
  const orders = useRowsById(order, [...new Set(found.rows.flatMap(row => row.order ?? []))])
  const colours = new Map(orders.rows.flatMap(({ lines }) => lines.map(line => [line.id, line.colour])))
  const lines = pickListOf(found.rows, (_, { line }) => (line === null ? null : (colours.get(line) ?? null)))
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

function usePickList(title: string, lines: readonly PickLine[], rows: readonly Dispatch[]): A4Document {
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
