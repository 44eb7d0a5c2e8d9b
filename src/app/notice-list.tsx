import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Version } from '#contract/build.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useUnsent } from '#src/data/use-unsent.ts'
import { formatNumber } from '#src/lib/format.ts'
import type { Trouble } from '#src/offline/connection.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'
import { build } from '#src/offline/outbox/build.ts'
import { Alone } from '#src/ui/alone.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { tellNews, useAppNews } from './app-news.ts'
import { installNow } from './install.ts'
import { answerInstallOffer } from './install-offer.ts'
import { applyUpdate, askForUpdate, whatIsNew } from './updates.ts'

const reloadHelps: Trouble[] = ['newVersion', 'clientTooOld', 'blocked', 'storageShut', 'storageFull', 'noStorage']
/** Whoever meets these may have work on the device that the app cannot show. */
const rescueHelps: Trouble[] = ['clientTooOld', 'blocked', 'storageShut', 'storageLost', 'storageFull', 'noStorage']

type Props = {
  className?: string | undefined
  offer: boolean
  /** So many changes wait for a session that the server will not know any more. */
  signIn: boolean
  /** By so many minutes the device's clock is behind (ahead: below 0), where that is worth a word. */
  behind: number
}

/** Of what concerns the whole app the most important: what the device cannot do, what is not sent, and then news. */
export function NoticeList({ className, offer, signIn, behind }: Props) {
  const { t } = useTranslation(['shell', 'problems'])
  const { trouble, lost, refusedBuild } = useConnection()
  const { newer, later, missing } = useAppNews()
  // The server's refusal says it better: the data on the device is as it was.
  const shown = refusedBuild && trouble === 'clientTooOld' ? null : trouble
  return (
    <section aria-label={t('notices')} className={clsx('grid w-full gap-2 px-gutter pt-3 print:hidden', className)}>
      <Alone>
        {shown === 'clientTooOld' && newer ? (
          <NewVersion needed="here" />
        ) : shown ? (
          <TroubleHere trouble={shown} lost={lost} />
        ) : missing ? (
          <Banner tone="warning" announce title={t('update.missing')}>
            {t('update.missingText')}
          </Banner>
        ) : refusedBuild ? (
          newer ? (
            <NewVersion needed="server" />
          ) : (
            <TooOld />
          )
        ) : signIn ? (
          <SignInToSend />
        ) : newer && !later ? (
          <NewVersion />
        ) : behind !== 0 ? (
          <WrongClock behind={behind} />
        ) : (
          offer && <InstallOffer />
        )}
      </Alone>
    </section>
  )
}

/** What is wrong with what this device keeps, and what helps. */
function TroubleHere({ trouble, lost }: { trouble: Trouble; lost: number }) {
  const { t } = useTranslation(['shell', 'problems'])
  const served = useServed(trouble === 'clientTooOld')
  // Of what a newer version has written: the server itself has gone back, or a reload gets it.
  const text = trouble === 'clientTooOld' && served?.build === build ? 'wentBack' : 'text'
  return (
    <Banner
      tone="danger"
      announce
      title={t(`problems:trouble.${trouble}.title`)}
      actions={
        <>
          {rescueHelps.includes(trouble) && <ToRescue />}
          {reloadHelps.includes(trouble) && text === 'text' && (
            <Button size="xs" onClick={() => location.reload()}>
              {t('error.reload')}
            </Button>
          )}
        </>
      }
    >
      {t(`problems:trouble.${trouble}.${text}`)}
      {trouble === 'storageLost' && lost > 0 && ` ${t('problems:trouble.storageLost.count', { count: lost })}`}
    </Banner>
  )
}

function ToRescue() {
  const { t } = useTranslation()
  return (
    <a href="/rescue.html" className="text-30 underline">
      {t('update.rescue')}
    </a>
  )
}

/** Whoever signs in comes to a new page: what this one alone has is lost by it. */
function SignInToSend() {
  const { t } = useTranslation()
  const { kept, unkept } = useUnsent()
  return (
    <Banner tone="warning" title={kept > 0 ? t('signInToSend.title', { count: kept }) : t('signInToSend.unkeptTitle')}>
      {unkept > 0
        ? `${t('signInToSend.unkeptText')} ${t('signInToSend.unkept', { count: unkept })}`
        : t('signInToSend.text')}
    </Banner>
  )
}

const HOUR = 60
const DAY = 24 * HOUR

/** Nothing is decided by it, and yet whoever reads the device's clock, or works without the server, reads a wrong time. */
function WrongClock({ behind }: { behind: number }) {
  const { t } = useTranslation()
  const minutes = Math.abs(behind)
  const [unit, size] =
    minutes >= 2 * DAY
      ? (['days', DAY] as const)
      : minutes >= 2 * HOUR
        ? (['hours', HOUR] as const)
        : (['minutes', 1] as const)
  const count = Math.round(minutes / size)
  return (
    <Banner tone="warning" title={t('clock.title')}>
      {t(behind > 0 ? `clock.behind.${unit}` : `clock.ahead.${unit}`, { count, shown: formatNumber(count) })}{' '}
      {t('clock.text')}
    </Banner>
  )
}

/** The server waits for a newer app, which is not on this device yet. */
function TooOld() {
  const { t } = useTranslation()
  return (
    <Banner
      tone="warning"
      announce
      title={t('update.tooOld')}
      actions={
        <Button size="xs" onClick={askForUpdate}>
          {t('update.look')}
        </Button>
      }
    >
      {t('update.tooOldText')}
    </Banner>
  )
}

/** A newer version is there. It can be put off, unless the server waits for it, or what is on this device is of that version. */
function NewVersion({ needed }: { needed?: 'server' | 'here' }) {
  const { t } = useTranslation(['shell', 'problems'])
  const [loading, setLoading] = useState(false)
  const [busy, setBusy] = useState<Awaited<ReturnType<typeof applyUpdate>>>(null)
  const { unkept } = useUnsent()
  const change = useWhatIsNew()
  const apply = async (losing: boolean) => {
    setLoading(true)
    const busy = await applyUpdate({ losing })
    setBusy(busy)
    setLoading(false)
    return busy
  }
  const load = async () => {
    if ((await apply(false)) !== 'unkept') return
    const isSure = await confirm({
      title: t('update.lose.title', { count: readUnkept() }),
      text: t('update.lose.text'),
      confirmLabel: t('update.lose.yes'),
      cancelLabel: t('profile.stay'),
      danger: true,
    })
    if (isSure) await apply(true)
  }
  // It may have been sent meanwhile.
  const why = busy === 'unkept' && unkept === 0 ? null : busy
  return (
    <Banner
      tone={needed ? (needed === 'here' ? 'danger' : 'warning') : 'info'}
      announce={needed !== undefined}
      title={t(needed ? words[needed].title : 'update.ready')}
      actions={
        <>
          {needed === 'here' && <ToRescue />}
          {!needed && (
            <Button size="xs" variant="ghost" onClick={() => tellNews({ later: true })}>
              {t('update.later')}
            </Button>
          )}
          {why === 'unkept' && (
            <ButtonLink size="xs" variant="ghost" to="/outbox">
              {t('profile.outbox')}
            </ButtonLink>
          )}
          <Button size="xs" loading={loading} onClick={() => void load()}>
            {t('update.apply')}
          </Button>
        </>
      }
    >
      <span role="status">{why && t(`update.busy.${why}`, { count: unkept })}</span>
      {!why && t(needed ? words[needed].text : 'update.text')} {change && <span dir="auto">{change}</span>}
    </Banner>
  )
}

const words = {
  server: { title: 'update.tooOld', text: 'update.refusedText' },
  here: { title: 'problems:trouble.clientTooOld.title', text: 'problems:trouble.clientTooOld.ready' },
}

/** What the server has now; null until it has said so. */
function useServed(wanted = true): Version | null {
  const [served, setServed] = useState<Version | null>(null)
  useEffect(() => {
    if (wanted) void whatIsNew().then(setServed)
  }, [wanted])
  return served
}

/** What is new in the version that waits, in the person's language where it is there; nothing where it says nothing new. */
function useWhatIsNew(): string | undefined {
  const { t, i18n } = useTranslation('changes')
  const changes: Record<string, string> = useServed()?.changes ?? {}
  const told = changes[i18n.language] ?? changes.en
  return told === t('latest') ? undefined : told
}

/** Said once on a device. */
function InstallOffer() {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  if (over) return null
  const end = () => {
    answerInstallOffer()
    setOver(true)
  }
  return (
    <Banner
      tone="neutral"
      title={t('install.offer')}
      actions={
        <>
          <ButtonLink size="xs" variant="ghost" to="/diagnostics#install" onClick={end}>
            {t('install.how')}
          </ButtonLink>
          <Button
            size="xs"
            onClick={() => {
              end()
              installNow()
            }}
          >
            {t('profile.install')}
          </Button>
        </>
      }
      onDismiss={end}
    >
      {t('install.offerText')}
    </Banner>
  )
}
