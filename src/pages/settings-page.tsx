import { useTranslation } from 'react-i18next'
import { useSession } from '#src/session/session.ts'
import { PageHead } from '#src/ui/page-head.tsx'
import { SettingTiles } from './setting-tiles.tsx'

/** Every setting that the person may open, on one page. */
export function SettingsPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <>
      <PageHead title={t('titles.settings')} text={t('settings.about')} />
      <SettingTiles permissions={user?.permissions ?? []} />
    </>
  )
}
