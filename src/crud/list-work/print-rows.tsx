import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useRecords } from '#src/data/use-records.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { nounFor, useWords } from '#src/fields/words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { formatCount, formatDateTime, formatNumber } from '#src/lib/format.ts'
import { printSheets } from '#src/paper/print-sheets.ts'
import { usePrintedAlone } from '#src/paper/use-printed-alone.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Refused } from '#src/ui/refused.tsx'
import type { ListModel } from '../list/model.ts'

/** No more rows than this go to the printer at once: some forty pages. */
export const PRINT_MOST = 1_000
/** A name that does not come is waited for no longer than this, and what was drawn settles so long, in ms. */
const PATIENCE = 4_000
const DRAWN = 200

/** All rows of the list on paper, in its order and with its columns: not only those that stand on the screen. */
export function PrintRows({ list, onClose }: { list: ListModel; onClose: () => void }) {
  const { module, question } = list
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const found = useRecords(module, question)
  const { hasMore, loading, loadingMore, partial } = found
  const error = found.error ?? found.moreError
  const rows = found.rows.slice(0, PRINT_MOST)
  const wantsMore = hasMore && found.rows.length < PRINT_MOST && !partial
  const goOn = useEffectEvent(() => found.loadMore())
  useEffect(() => {
    if (wantsMore && !loadingMore && !error) goOn()
  }, [wantsMore, loadingMore, error])
  const { total } = list.rows
  // What cells name is asked for when they are drawn.
  const naming = useIsFetching() > 0
  const isThere = !loading && !error && !wantsMore

  const print = useEffectEvent(async () => {
    await printSheets()
    onClose()
  })
  const begun = useRef(false)
  useEffect(() => {
    if (!isThere || begun.current) return undefined
    const start = () => {
      begun.current = true
      void print()
    }
    const soon = setTimeout(start, naming ? PATIENCE : DRAWN)
    return () => clearTimeout(soon)
  }, [isThere, naming])

  const limit = found.rows.length > PRINT_MOST || hasMore
  const limitWords = partial
    ? t('listWork.print.partial')
    : limit
      ? t('listWork.print.limit', {
          most: formatNumber(PRINT_MOST),
          total: total ? formatCount(total.count, total.more) : formatCount(rows.length, true),
          nouns: words.nouns,
        })
      : ''
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('listWork.print.title', { nouns: words.nouns })}
        {...(limitWords ? { description: limitWords } : {})}
        footer={<Button onClick={onClose}>{t('cancel')}</Button>}
      >
        {error ? (
          <Refused why={error.message} />
        ) : (
          <Progress
            label={t('listWork.print.getting', { count: rows.length, shown: formatNumber(rows.length) })}
            value={total && !total.more ? rows.length / Math.max(1, Math.min(total.count, PRINT_MOST)) : undefined}
          />
        )}
      </Dialog>
      {isThere && <Sheet list={list} rows={rows} title={nounFor(words, rows.length)} limit={limitWords} />}
    </>
  )
}

type SheetProps = { list: ListModel; rows: readonly Row[]; title: string; limit: string }

/** Paper of any size: the browser parts it into pages and repeats the head of the table on each. */
function Sheet({ list, rows, title, limit }: SheetProps) {
  const { t } = useTranslation('crud')
  const words = useWords(list.module)
  const [now] = useState(() => formatDateTime(new Date(serverNow())))
  usePrintedAlone('margin: 12mm', '[data-sheets="alone"]')
  return createPortal(
    <div data-sheets="alone" style={{ colorScheme: 'light' }} className="hidden bg-paper text-paper-ink print:block">
      <table className="w-full border-collapse text-start text-[8.5pt] leading-[1.4] tabular-nums">
        <thead>
          <tr>
            <th colSpan={list.columns.length} className="pb-2 text-start font-semibold">
              {t('listWork.print.head', {
                count: rows.length,
                shown: formatNumber(rows.length),
                nouns: title,
                at: now,
              })}
              {limit && <span className="block font-normal">{limit}</span>}
            </th>
          </tr>
          <tr className="border-b border-paper-ink">
            {list.columns.map(column => (
              <th key={column.name} scope="col" className="px-1 py-1 text-start align-bottom font-semibold">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id} className="break-inside-avoid border-b border-paper-rule">
              {list.columns.map(column => (
                <td key={column.name} className="px-1 py-1 align-top">
                  {column.field ? (
                    <FieldCell field={column.field} value={row[column.name]} />
                  ) : (
                    words.stage(row.stage ?? '')
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
