import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { totalQuery } from '#src/data/total-query.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { namespaceOf } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Count } from '#src/ui/count.tsx'
import { sameState, writeState } from './address.ts'
import type { ListModel } from './model.ts'
import { ownViews } from './own-views.ts'
import { questionOf } from './state.ts'
import { ViewTab } from './view-tab.tsx'

/** The views that come with a module, with how many records are in each; one is open where the list asks the same. */
export function ModuleViews({ list }: { list: ListModel }) {
  const { module, screens } = list
  const { t } = useTranslation(namespaceOf(module))
  const me = useActor().id
  const views = ownViews(screens, me)
  const totals = useQueries({
    queries: views.map(({ state }) => totalQuery(module, questionOf(state))),
  })
  const queries = useQueryClient()
  useChanges(module, () => void queries.invalidateQueries({ queryKey: [module.name, 'total'] }))
  return views.map(({ name, title, state }, at) => {
    const total = totals[at]?.data
    return (
      <ViewTab key={name} to={writeState(state)} isHere={sameState(list.state, state)}>
        <span className="truncate">{t(title)}</span>
        {total && total.count > 0 && <Count of={total.count} />}
      </ViewTab>
    )
  })
}
