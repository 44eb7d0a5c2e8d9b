import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from '#src/fields/words.ts'
import { piece } from '#src/lib/piece.ts'
import { useActor } from '#src/session/actor.ts'
import { sameState, usual, writeState } from './address.ts'
import type { ListModel } from './model.ts'
import { ViewTab } from './view-tab.tsx'

const ModuleViews = piece(() => import('./module-views.tsx').then(({ ModuleViews }) => ModuleViews))
const ViewTools = piece(() => import('./view-tools.tsx').then(({ ViewTools }) => ViewTools))

type Props = {
  list: ListModel
  /** The rows are shown: now there is time for the rest. */
  settled: boolean
  /** At the end: how the rows are shown. */
  aside: ReactNode
}

/** The saved views of a list, as links: all records, one's own, and those that others share. */
export function ViewTabs({ list, settled, aside }: Props) {
  const { t } = useTranslation('crud')
  const { nouns } = useWords(list.module)
  const { settings } = list
  const { view, views = [], usualView, stateOf } = settings
  const tab = (key: string, to: string, label: string, isHere: boolean, isShared = false) => (
    <ViewTab
      key={key}
      to={to}
      isHere={isHere}
      title={isShared ? t('listView.sharedTitle', { name: label }) : undefined}
    >
      <span className="truncate">{label}</span>
      {isHere && settings.changed && (
        <span className="size-1.5 shrink-0 rounded-full bg-primary" data-solid="">
          <span className="sr-only">{t('listView.changed')}</span>
        </span>
      )}
    </ViewTab>
  )
  const me = useActor().id
  const isModuleView = Object.values(list.screens.views ?? {}).some(({ asks }) =>
    sameState(list.state, { ...usual, ...asks(me) }),
  )
  const all = writeState({ ...usual, view: usualView === null ? '' : 'all' })
  return (
    <div className="mb-3 flex min-h-[calc(var(--control-sm)+9px)] items-end gap-3 border-b">
      <nav
        aria-label={t('listView.views')}
        className="-mb-px flex min-w-0 [scrollbar-width:none] items-end gap-5 overflow-x-auto pb-px"
      >
        {tab('all', all, t('listView.all', { nouns }), view === null && !isModuleView)}
        <Suspense>{settled && list.screens.views && <ModuleViews list={list} />}</Suspense>
        {views.map(one => tab(String(one.id), writeState(stateOf(one)), one.name, one.id === view?.id, !one.mine))}
      </nav>
      <Suspense>{settled && <ViewTools list={list} />}</Suspense>
      <div className="ms-auto flex shrink-0 items-center pb-1">{aside}</div>
    </div>
  )
}
