import House from 'lucide-react/icons/house'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useTranslation } from 'react-i18next'
import { useNavigate, useRouteError } from 'react-router-dom'
import { HOME } from '#src/session/safe-redirect.ts'
import { Button } from '#src/ui/button.tsx'

/** Stands in for a page that broke. The shell around it lives on. */
export function ScreenError({ whole = false }: { whole?: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const error = useRouteError()
  const message = error instanceof Error ? error.message : String(error)
  return (
    <section
      role="alert"
      className="grid justify-items-center gap-3 rounded-3 border bg-surface px-4 py-12 text-center"
    >
      <h1>{t('error.title')}</h1>
      <p className="max-w-120 text-muted">
        {t(isChunk(message) ? 'error.chunk' : whole ? 'error.whole' : 'error.screen')}
      </p>
      <code className="max-w-full text-20 wrap-anywhere text-subtle">{message}</code>
      <p className="flex flex-wrap justify-center gap-2 pt-2">
        <Button variant="primary" icon={RefreshCw} onClick={() => location.reload()}>
          {t('error.reload')}
        </Button>
        <Button icon={House} onClick={() => void navigate(HOME)}>
          {t('error.home')}
        </Button>
      </p>
      {whole && (
        <a href="/rescue.html" className="text-30 underline">
          {t('error.rescue')}
        </a>
      )}
    </section>
  )
}

const isChunk = (message: string) => /dynamically imported module|preload/i.test(message)
