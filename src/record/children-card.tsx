import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RowSource } from '#src/data/rows/source.ts'
import { Failed, NotLoaded } from '#src/parts/not-loaded.tsx'
import type { TableProps } from '#src/table/model.ts'
import { Table } from '#src/table/table.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

type Props<R> = Omit<TableProps<R>, 'wide'> & {
  /** The way to a new one: in the head, and where there is none yet below the words for that. */
  add?: ReactNode
  /** What else stands in the head beside rows. */
  tools?: ReactNode
  /** What is said where there are none. */
  none: string
  /** Why something was not done; it is said until somebody has read it. */
  refused?: string | undefined
  onRead?: () => void
  /** Below the rows. */
  footer?: ReactNode
  children?: ReactNode
}

/** Records that belong to the one on the page: on their way, failed, none yet, or their table, with what can be done. */
export function ChildrenCard<R>({ add, tools, none, refused, onRead, footer, children, ...table }: Props<R>) {
  const { t } = useTranslation('crud')
  const { rows, title } = table
  const isEmpty = rows.count === 0
  return (
    <Card
      flush
      title={title}
      aside={
        !isEmpty && (
          <>
            {tools}
            {add}
          </>
        )
      }
      footer={!isEmpty && footer}
    >
      {refused && (
        <div className="border-b p-3">
          <Banner tone="danger" announce onDismiss={onRead}>
            {refused}
          </Banner>
        </div>
      )}
      {rows.partial && (
        <div className="border-b p-3">
          <Banner tone="warning">{t('crud:detail.partial')}</Banner>
        </div>
      )}
      {!isEmpty ? (
        <>
          <Table {...table} />
          <Further rows={rows} />
        </>
      ) : rows.loading ? (
        <SkeletonRows rows={3} />
      ) : rows.failure ? (
        <div className="p-3">
          <Failed message={rows.failure.message} onAgain={rows.again} />
        </div>
      ) : rows.partial ? null : (
        <EmptyState level={3} className="min-h-0!" title={none} action={add} />
      )}
      {children}
    </Card>
  )
}

/** The way to the rows after these, or why they did not come. */
function Further({
  rows,
}: {
  rows: Pick<RowSource<never>, 'count' | 'more' | 'failure' | 'look' | 'again' | 'loadingMore'>
}) {
  const { t } = useTranslation('crud')
  const { count, more, failure, look, again, loadingMore } = rows
  if (failure)
    return (
      <div className="border-t p-3">
        <NotLoaded message={failure.message} onAgain={again} />
      </div>
    )
  if (!more) return null
  return (
    <p className="border-t p-2 text-center">
      <Button size="sm" variant="ghost" loading={loadingMore} onClick={() => look(count, count + 1)}>
        {t('crud:records.more')}
      </Button>
    </p>
  )
}
