import House from 'lucide-react/icons/house'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { HOME } from '#src/session/safe-redirect.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

type Refused = { title: string; codes: string[] }

const isRefused = (state: unknown): state is Refused =>
  typeof state === 'object' && state !== null && Array.isArray((state as Refused).codes)

/** Says which page was refused and what it takes. Where somebody came from stays in the history entry. */
export function AccessDeniedPage() {
  const { state } = useLocation() as { state: unknown }
  const refused = isRefused(state) ? state : null
  const { t } = useTranslation(['shell', refused?.title.split(':')[0] ?? 'shell'])
  // 107-a → a: what the number stands for is the page, what the letter stands for is the right.
  const letters = new Set(refused?.codes.map(code => code.slice(code.indexOf('-') + 1)))
  const rights = [...new Set([...letters].map(letter => t([`denied.rights.${letter}`, 'denied.rights.other'])))]
  return (
    <EmptyState
      level={1}
      icon={LockKeyhole}
      title={refused ? t('denied.title', { page: t(refused.title) }) : t('denied.titlePlain')}
      text={refused ? t('denied.text', { rights }) : t('denied.textPlain')}
      {...(refused ? { code: refused.codes.join(' · ') } : {})}
      action={
        <ButtonLink to={HOME} icon={House}>
          {t('denied.home')}
        </ButtonLink>
      }
    />
  )
}
