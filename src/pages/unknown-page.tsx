import Construction from 'lucide-react/icons/construction'
import House from 'lucide-react/icons/house'
import { useTranslation } from 'react-i18next'
import { matchPath, Navigate, useLocation } from 'react-router-dom'
import { nameOfPending, pendingRoutes } from '#src/app/pending-routes.ts'
import { HOME } from '#src/session/safe-redirect.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** Of an address that comes with a later module it says so, by name. Any other leads to the root. */
export function UnknownPage() {
  const { pathname } = useLocation()
  const path = pendingRoutes.find(pending => matchPath(pending, pathname))
  return path ? <ComingPage name={nameOfPending(path)} /> : <Navigate to="/" replace />
}

function ComingPage({ name }: { name: string }) {
  const { t } = useTranslation('pending')
  return (
    <section className="rounded-3 border bg-surface">
      <EmptyState
        level={1}
        icon={Construction}
        title={t('title', { name: t(`names.${name}`) })}
        text={t('text')}
        action={
          <ButtonLink variant="primary" icon={House} to={HOME}>
            {t('home')}
          </ButtonLink>
        }
      />
    </section>
  )
}
