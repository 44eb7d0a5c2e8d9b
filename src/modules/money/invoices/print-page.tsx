import Printer from 'lucide-react/icons/printer'
import { paperRows } from '#contract/modules/money/invoice-paper.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { billOf, type Bill, type Invoice } from '#contract/modules/money/billed.ts'
import type { ScreenProps } from '#src/crud/screens.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useRowsById } from '#src/data/use-rows-by-id.ts'
import { useTitles } from '#src/data/use-many-titles.ts'
import { A4Papers } from '#src/paper/a4-papers.tsx'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { useAskedIds } from '#src/lib/use-asked-ids.ts'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { PaperAgain, PaperColumns, PaperFoot, PaperHead, PaperRow, PaperTail, usePaperMeans } from './invoice-paper.tsx'
import { listOf } from './places.ts'
import { useSay } from './say.ts'

/** So many are printed in one go. */
const MOST = 50

/** Invoices as they leave the printer: those that the address names (`?ids=12,13`), one after the other. */
export function InvoicePrint({ screens }: Pick<ScreenProps, 'screens'>) {
  const bill = billOf(screens.module)
  const t = useSay(bill.invoices)
  const { rows, loading, error, again } = useRowsById(bill.invoices, useAskedIds().slice(0, MOST))
  if (loading) return <SkeletonRows rows={5} />
  if (error)
    return (
      <>
        <PageHead title={t('titles.print')} />
        <Failed message={error.message} onAgain={again} />
      </>
    )
  if (rows.length === 0)
    return (
      <EmptyState
        level={1}
        title={t('screen.onPaper.nothing')}
        text={t('screen.onPaper.nothingText')}
        action={<ButtonLink to={listOf(bill)}>{t('titles.list')}</ButtonLink>}
      />
    )
  return <Papers bill={bill} rows={rows} />
}

type Own = { bill: Bill; rows: readonly Invoice[] }

function Papers({ bill, rows }: Own) {
  const t = useSay(bill.invoices)
  const documents = useDocuments({ bill, rows })
  const [first] = rows
  return (
    <>
      <PageHead
        title={t('titles.print')}
        aside={
          <span className="text-muted">
            {rows.length === 1 ? first!.number : t('screen.onPaper.some', { count: rows.length })}
          </span>
        }
        actions={
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            {t('screen.print')}
          </Button>
        }
      />
      <A4Papers documents={documents} />
    </>
  )
}

/** Each invoice in the parts that pages are made of. */
function useDocuments({ bill, rows }: Own): A4Document[] {
  const all = (of: (one: Invoice) => (number | null)[]) => [...new Set(rows.flatMap(of))].filter(id => id !== null)
  const products = useTitles(
    product,
    all(one => one.lines.map(line => line.product ?? null)),
  )
  const subjects = useTitles(
    bill.of,
    all(one => [one[bill.field] ?? null]),
  )
  const invoices = useTitles(
    bill.invoices,
    all(one => [one.against]),
  )
  const means = usePaperMeans(bill)
  return rows.map(one => {
    const titles = {
      of: subjects.get(one[bill.field] ?? 0),
      against: one.against === null ? undefined : invoices.get(one.against),
    }
    const lines = paperRows(one, means, id => products.get(id))
    return {
      key: String(one.id),
      head: <PaperHead one={one} means={means} titles={titles} />,
      again: <PaperAgain one={one} means={means} />,
      columns: <PaperColumns one={one} means={means} />,
      rows: lines.map(line => ({ key: line.key, row: <PaperRow key={line.key} line={line} /> })),
      tail: <PaperTail one={one} means={means} />,
      foot: (page: number, of: number) => <PaperFoot one={one} means={means} page={page} of={of} />,
    }
  })
}
