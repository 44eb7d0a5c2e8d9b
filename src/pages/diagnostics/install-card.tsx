import Download from 'lucide-react/icons/download'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { installNow, useInstall } from '#src/app/install.ts'
import { useUnsent } from '#src/data/use-unsent.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'

/** Whether it runs as an app of its own, and how to have it so. */
export function InstallCard() {
  const { t } = useTranslation('diagnostics')
  const install = useInstall()
  const { count } = useUnsent()
  const { hash } = useLocation()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hash === '#install') card.current?.scrollIntoView({ block: 'center' })
  }, [hash])
  return (
    <Card ref={card} id="install" title={t('install.title')}>
      <div className="grid gap-3">
        <p className="text-pretty">{t(install === null ? 'install.done' : 'install.why')}</p>
        {install === 'ios' && count > 0 && (
          <Banner tone="warning" title={t('install.ios.waits', { count })}>
            {t('install.ios.sendFirst')} <Link to="/outbox">{t('install.ios.look')}</Link>
          </Banner>
        )}
        {install === 'ios' && (
          <ol className="grid list-decimal gap-2 ps-5 text-pretty">
            <li>{t('install.ios.share')}</li>
            <li>{t('install.ios.add')}</li>
            <li>{t('install.ios.open')}</li>
          </ol>
        )}
        {install === 'ios' && count === 0 && <p className="text-30 text-pretty text-muted">{t('install.ios.apart')}</p>}
        {install === 'menu' && <p className="text-30 text-pretty text-muted">{t('install.menu')}</p>}
        {install === 'prompt' && (
          <Button size="sm" icon={Download} className="justify-self-start" onClick={installNow}>
            {t('install.now')}
          </Button>
        )}
      </div>
    </Card>
  )
}
