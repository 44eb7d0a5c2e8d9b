import FileX from 'lucide-react/icons/file-x'
import { useTranslation } from 'react-i18next'
import { useWords } from '#src/fields/words.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { pathTo, type Pages } from './screens.ts'

type Props = { screens: Pages; loading: boolean; error: { message: string } | null }

/** Where a record should be: it is on its way, could not be had, or is not there. */
export function NoRecord({ screens, loading, error }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(screens.module)
  if (loading)
    return (
      <Card flush>
        <SkeletonRows />
      </Card>
    )
  return (
    <EmptyState
      icon={FileX}
      level={1}
      tone={error ? 'danger' : 'neutral'}
      title={error ? t('records.failed', { title: words.noun }) : t('detail.gone', { noun: words.noun })}
      text={error?.message ?? t('detail.goneText')}
      action={<ButtonLink to={pathTo(screens, 'list') ?? '/'}>{t('detail.toList')}</ButtonLink>}
    />
  )
}
