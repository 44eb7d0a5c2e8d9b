import { useTranslation } from 'react-i18next'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'

type Props = { message: string; onAgain: (() => void) | undefined }
type Look = { tone?: 'neutral' | 'warning' | 'danger'; title?: string }

/** What could not be loaded, and the way to ask again. */
export function NotLoaded({ message, onAgain, ...look }: Props & Look) {
  const { t } = useTranslation('crud')
  return (
    <Banner
      tone="neutral"
      {...look}
      actions={
        onAgain && (
          <Button size="xs" onClick={onAgain}>
            {t('records.again')}
          </Button>
        )
      }
    >
      {message}
    </Banner>
  )
}

/** The same where something is missing without it: never an empty list. */
export function Failed(props: Props) {
  const { t } = useTranslation('crud')
  return <NotLoaded {...props} tone="danger" title={t('detail.failed')} />
}
