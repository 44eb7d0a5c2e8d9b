import { useTranslation } from 'react-i18next'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'

/** What could not be loaded, and the way to ask again. */
export function NotLoaded({ message, onAgain }: { message: string; onAgain: () => void }) {
  const { t } = useTranslation('crud')
  return (
    <Banner
      tone="neutral"
      actions={
        <Button size="xs" onClick={onAgain}>
          {t('records.again')}
        </Button>
      }
    >
      {message}
    </Banner>
  )
}
