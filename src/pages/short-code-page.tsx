import QrCode from 'lucide-react/icons/qr-code'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router-dom'
import { register } from '#contract/register.ts'
import { readShortCode } from '#contract/short-code.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { HOME } from '#src/session/safe-redirect.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'

/** Where the code on a label leads: to its record. */
export function ShortCodePage() {
  const { t } = useTranslation()
  const { code = '' } = useParams()
  const places = useRecordPlaces()
  const read = readShortCode(code)
  const module = Object.values(register).find(one => !one.list && one.code === read?.code)
  const to = read && module && places?.pathTo(module.name, read.id)
  if (to) return <Navigate to={to} replace />
  return (
    <EmptyState
      icon={QrCode}
      level={1}
      title={t('code.none')}
      text={t('code.noneText')}
      code={code}
      action={<ButtonLink to={HOME}>{t('titles.home')}</ButtonLink>}
    />
  )
}
