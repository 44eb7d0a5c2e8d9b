import { useTranslation } from 'react-i18next'
import { Ago } from '#src/ui/ago.tsx'
import type { DraftState } from './use-draft.ts'

/** Says in the bar that saves that what is typed is on this device; where there is little room, the bar goes first. */
export function DraftKept({ draft: { keptAt } }: { draft: Pick<DraftState, 'keptAt'> }) {
  const { t } = useTranslation('crud')
  if (!keptAt) return null
  return (
    <span className="text-30 text-muted max-md:hidden">
      {t('form.draft.kept')} <Ago at={keptAt} />
    </span>
  )
}
