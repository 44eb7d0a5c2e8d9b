import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import type { RowsById } from '#src/data/use-rows-by-id.ts'
import { A4Papers } from '#src/paper/a4-papers.tsx'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

type Props = Pick<ScreenProps, 'title'> & {
  found: Pick<RowsById<Dispatch>, 'loading' | 'error' | 'again' | 'rows'>
  documents: readonly A4Document[]
  /** What is not on them, and why. */
  leftOut: ReactNode
  /** Why there is nothing to print. */
  none: string
}

/** A list of parcels on paper, drawn on the device. */
export function PaperPage({ title, found, documents, leftOut, none }: Props) {
  const { t } = useTranslation('dispatch')
  if (found.loading) return <SkeletonRows rows={5} />
  if (found.error)
    return (
      <>
        <PageHead title={t(title)} />
        <Failed message={found.error.message} onAgain={found.again} />
      </>
    )
  if (documents.length === 0)
    return (
      <EmptyState
        level={1}
        title={none}
        text={leftOut || t('screen.papers.choose')}
        action={<ButtonLink to="/dispatch/dispatch-list">{t('titles.list')}</ButtonLink>}
      />
    )
  return (
    <>
      <PageHead
        title={t(title)}
        actions={
          <Button variant="primary" icon={Printer} onClick={() => window.print()}>
            {t('screen.papers.print')}
          </Button>
        }
      />
      {leftOut && (
        <div className="mb-4 print:hidden">
          <Banner tone="warning">{leftOut}</Banner>
        </div>
      )}
      <A4Papers documents={documents} />
    </>
  )
}
