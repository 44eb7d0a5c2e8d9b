import CloudOff from 'lucide-react/icons/cloud-off'
import ListPlus from 'lucide-react/icons/list-plus'
import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import type { List } from '#contract/list.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useWords } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

type Props = { list: List; first: boolean; mayCreate: boolean; onClear: () => void }

/** Nothing there yet, nothing that matches, or nothing known: three different things. */
export function NoItems({ list, first, mayCreate, onClear }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(list)
  const { online } = useConnection()
  if (!first)
    return (
      <EmptyState
        icon={SearchX}
        title={t('list.noMatch', { nouns: words.nouns })}
        text={t('list.noMatchText')}
        action={<Button onClick={onClear}>{t('list.showAll')}</Button>}
      />
    )
  if (!online)
    return <EmptyState icon={CloudOff} tone="warning" title={t('list.notHere')} text={t('list.notHereText')} />
  return (
    <EmptyState
      icon={ListPlus}
      title={t('list.first', { nouns: words.nouns })}
      text={mayCreate ? t('list.firstText') : t('list.firstReader')}
    />
  )
}
