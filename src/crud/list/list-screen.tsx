import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { namespaceOf } from '#src/fields/words.ts'
import { piece } from '#src/lib/piece.ts'
import { Card } from '#src/ui/card.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { CreateLink } from '../create-link.tsx'
import { FormDrawerHost } from '../form-drawer-host.tsx'
import type { ScreenProps } from '../screens.ts'
import { useIdle } from '#src/lib/use-idle.ts'
import { everything, isNarrowed } from './address.ts'
import { ListTable } from './list-table.tsx'
import { ListTools } from './list-tools.tsx'
import { LiveBar } from './live-bar.tsx'
import { NoRows } from './no-rows.tsx'
import { useListModel } from './use-list-model.ts'
import { ViewTabs } from './view-tabs.tsx'

const ListActions = piece(() => import('../list-work/list-actions.tsx').then(({ ListActions }) => ListActions))
const SelectionBar = piece(() => import('../list-work/selection-bar.tsx').then(({ SelectionBar }) => SelectionBar))
const PasteRows = piece(() => import('../list-work/paste-rows.tsx').then(({ PasteRows }) => PasteRows))
const LookTools = piece(() => import('./look-tools.tsx').then(({ LookTools }) => LookTools))
const Shaped = piece(() => import('./shaped.tsx').then(({ Shaped }) => Shaped))

/**
 * The records of a module: views, search, filters, rows, and one of six honest answers where there are none. `children` stand
 * beside what makes a new one.
 */
export function ListScreen({ screens, title, children }: ScreenProps & { children?: ReactNode }) {
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module)])
  const list = useListModel(screens)
  const { rows, state, question } = list
  const isShown = rows.count > 0
  const settled = useIdle(!rows.loading)
  const [pasted, setPasted] = useState<string | null>(null)
  const total = rows.total ?? rows
  const name = t(title)
  return (
    <>
      <PageHead
        title={name}
        className="mb-2!"
        actions={
          <>
            <Suspense>{settled && <ListActions list={list} />}</Suspense>
            {children}
            <CreateLink screens={screens} size="sm" />
          </>
        }
      />
      <ViewTabs list={list} settled={settled} aside={<Suspense>{settled && <LookTools list={list} />}</Suspense>} />
      <ListTools
        module={module}
        query={question}
        onWant={change => list.change(change, change.q === undefined ? 'push' : 'replace')}
        count={rows.loading || rows.failure ? null : { shown: total.count, more: total.more }}
      />
      <LiveBar list={list} />
      {state.shape === 'table' && state.group === '' ? (
        <Card flush aria-busy={rows.loading}>
          {isShown ? (
            <ListTable list={list} title={name} onPaste={setPasted} />
          ) : rows.loading ? (
            <SkeletonRows rows={10} />
          ) : (
            <NoRows
              screens={screens}
              title={name}
              narrowed={isNarrowed(question)}
              failure={rows.failure}
              onClear={() => list.change(everything)}
              onAgain={rows.again}
            />
          )}
        </Card>
      ) : (
        <Suspense fallback={<SkeletonRows rows={10} />}>
          <Shaped list={list} title={name} />
        </Suspense>
      )}
      <Suspense>{list.selection.target && <SelectionBar list={list} />}</Suspense>
      <Suspense>{pasted !== null && <PasteRows list={list} text={pasted} onClose={() => setPasted(null)} />}</Suspense>
      <FormDrawerHost screens={screens} />
    </>
  )
}
