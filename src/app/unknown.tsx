import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshActor } from '#src/session/actor.ts'
import { signOut } from '#src/session/session.ts'
import { Button } from '#src/ui/button.tsx'

/** Whoever is unknown is asked for again so often, in ms. */
const ASK_EVERY = 5_000

/** Nobody says who is working here: neither the device nor the server. */
export function Unknown({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation()
  useEffect(() => {
    // In silence: what stands here stays until somebody answers.
    const ask = () => {
      if (document.visibilityState === 'visible') refreshActor().then(onAgain, () => undefined)
    }
    const timer = setInterval(ask, ASK_EVERY)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [onAgain])
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-3 p-gutter text-center">
      <h1>{t('identity.title')}</h1>
      <p className="max-w-120 text-muted">{t('identity.text')}</p>
      <p className="flex flex-wrap justify-center gap-2 pt-2">
        <Button variant="primary" onClick={onAgain}>
          {t('identity.again')}
        </Button>
        <Button onClick={() => void signOut()}>{t('identity.signOut')}</Button>
      </p>
    </main>
  )
}
