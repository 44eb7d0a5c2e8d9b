import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** Nothing in a list is what was searched or filtered for. */
export function NoMatch({ nouns, onClear }: { nouns: string; onClear: () => void }) {
  const { t } = useTranslation('crud')
  return (
    <EmptyState
      icon={SearchX}
      title={t('list.noMatch', { nouns })}
      text={t('list.noMatchText')}
      action={<Button onClick={onClear}>{t('list.showAll')}</Button>}
    />
  )
}
