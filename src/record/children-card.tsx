import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { TableProps } from '#src/table/model.ts'
import { Table } from '#src/table/table.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { MoreButton, MoreRows } from './more-rows.tsx'

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
  const found = {
    hasMore: rows.more,
    loadingMore: rows.loadingMore,
    moreError: rows.failure,
    loadMore: () => (rows.failure ? rows.again() : rows.look(rows.count, rows.count + 1)),
  }
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
          <Refused why={refused} onDismiss={onRead} />
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
          <MoreRows found={found}>
            <p className="border-t p-2 text-center">
              <MoreButton found={found} />
            </p>
          </MoreRows>
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
