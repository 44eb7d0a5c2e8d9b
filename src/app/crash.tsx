import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'

/** The last page, when something broke that no route could hold. */
export function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <main className="grid min-h-dvh place-items-center p-gutter">
      <section role="alert" className="grid max-w-form justify-items-center gap-3 text-center">
        <h1>{t('error.title')}</h1>
        <p className="max-w-120 text-muted">{t('error.whole')}</p>
        <code className="text-20 text-subtle">{error instanceof Error ? error.message : String(error)}</code>
        <Button variant="primary" icon={RefreshCw} onClick={() => location.reload()}>
          {t('error.reload')}
        </Button>
        <a href="/rescue.html" className="text-30 underline">
          {t('error.rescue')}
        </a>
      </section>
    </main>
  )
}
