import CloudOff from 'lucide-react/icons/cloud-off'
import Inbox from 'lucide-react/icons/inbox'
import Lock from 'lucide-react/icons/lock'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ServerCrash from 'lucide-react/icons/server-crash'
import { useTranslation } from 'react-i18next'
import { useWords } from '#src/fields/words.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { NoMatch } from '../no-match.tsx'
import { CreateLink } from '../create-link.tsx'
import { pathToForm, type ScreenProps } from '../screens.ts'

type Props = {
  screens: ScreenProps['screens']
  title: string
  narrowed: boolean
  failure: { code: string; message: string } | null
  onClear: () => void
  onAgain: () => void
}

/** Why there are no rows, and one next step. */
export function NoRows({ screens, title, narrowed, failure, onClear, onAgain }: Props) {
  const { module, icon = Inbox } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const mayCreate = useCan(module, 'create') && pathToForm(screens) !== undefined
  const again = (
    <Button icon={RotateCw} onClick={onAgain}>
      {t('records.again')}
    </Button>
  )
  if (failure?.code === 'forbidden')
    return <EmptyState icon={Lock} title={t('records.forbidden', { title })} text={failure.message} />
  const isAway = failure?.code === 'unreachable'
  // An address that asks for what this list does not know: trying again would not help.
  const isOddQuestion = failure?.code === 'invalid' && narrowed
  if (failure)
    return (
      <EmptyState
        icon={isAway ? CloudOff : ServerCrash}
        tone={isAway ? 'warning' : 'danger'}
        title={t(isAway ? 'records.notHere' : 'records.failed', { title })}
        text={failure.message}
        action={isOddQuestion ? <Button onClick={onClear}>{t('list.showAll')}</Button> : again}
      />
    )
  if (narrowed) return <NoMatch nouns={words.nouns} onClear={onClear} />
  return (
    <EmptyState
      icon={icon}
      title={t('records.first', { noun: words.noun })}
      text={mayCreate ? undefined : t('list.firstReader')}
      action={<CreateLink screens={screens} />}
    />
  )
}
