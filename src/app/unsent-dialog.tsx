import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeepsNothing } from '#src/data/data.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useDeed, whyNot } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { useShut } from '#src/data/use-shut.ts'
import { useUnsent } from '#src/data/use-unsent.ts'
import { useRefusedFiles } from '#src/data/use-uploads.ts'
import { plainDigits } from '#src/lib/parse-number.ts'
import { signOut } from '#src/session/session.ts'
import { Banner } from '#src/ui/banner.tsx'
import { buttonLook } from '#src/ui/button-look.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

type Props = { onClose: () => void }

/** Signing out with unsent work: it stays here, sealed, unless the person wants otherwise. */
export function UnsentDialog({ onClose }: Props) {
  const shut = useShut()
  const { known } = useUnsent()
  const [deleting, setDeleting] = useState(false)
  const keepsNothing = useKeepsNothing()
  const isShutIn = shut && (!shut.unsent.known || shut.unsent.kept > 0)
  if (isShutIn || (!known && !keepsNothing)) return <Leave onClose={onClose} />
  return deleting ? (
    <Delete onBack={() => setDeleting(false)} />
  ) : (
    <Choose onDelete={() => setDeleting(true)} onClose={onClose} />
  )
}

/** What waits does not open: it can neither be sent nor deleted, and stays as it is. */
function Leave({ onClose }: Props) {
  const { t } = useTranslation(['outbox', 'shell'])
  const { kept, unkept } = useUnsent()
  const { online } = useConnection()
  const leave = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      initialFocus={leave}
      title={kept > 0 ? t('signOut.title', { count: kept }) : t('signOut.shutTitle')}
      description={[t('signOut.shutText'), unkept > 0 && t('shell:profile.unkept', { count: unkept })]
        .filter(Boolean)
        .join(' ')}
      onSubmit={() => void signOut()}
      footer={
        <>
          <a href="/rescue.html" className={clsx(buttonLook(), 'me-auto')}>
            {t('shell:update.rescue')}
          </a>
          <Button onClick={onClose}>{t('signOut.stay')}</Button>
          <Button variant="primary" type="submit" ref={leave}>
            {t('signOut.keep')}
          </Button>
        </>
      }
    >
      {!online && <p className="text-30">{t('shell:profile.awayText')}</p>}
    </Dialog>
  )
}

function Choose({ onDelete, onClose }: Props & { onDelete: () => void }) {
  const { t } = useTranslation(['outbox', 'shell'])
  const { count, kept, unkept, decisions } = useUnsent()
  const needed = decisions + useRefusedFiles().length
  const { sendNow } = useOutboxDeeds()
  const { online } = useConnection()
  const { busy, refused, run } = useDeed()
  const [tried, setTried] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const send = async () => {
    setTried(false)
    await run(sendNow)
    setTried(true)
  }
  const isSent = count === 0
  // The button that had the focus may have gone with what was to be sent.
  useEffect(() => {
    if (isSent && !busy && document.activeElement === document.body) keep.current?.focus()
  }, [isSent, busy])
  const said =
    needed > 0 ? t('signOut.needsYou', { count: needed }) : t(online ? 'signOut.waits' : 'signOut.notSent', { count })
  return (
    <Dialog
      open
      size="md"
      onClose={onClose}
      initialFocus={keep}
      title={isSent ? t('signOut.allSent') : t('signOut.title', { count })}
      description={[
        kept > 0 && t(unkept > 0 ? 'signOut.textSome' : 'signOut.text', { count: kept }),
        unkept > 0 && t('shell:profile.unkept', { count: unkept }),
      ]
        .filter(Boolean)
        .join(' ')}
      onSubmit={() => void signOut()}
      footer={
        <>
          {!isSent && (
            <Button variant="danger" disabled={busy} onClick={onDelete} className="me-auto">
              {t('signOut.delete', { count })}
            </Button>
          )}
          <Button onClick={onClose}>{t('signOut.stay')}</Button>
          {(!isSent || busy) && (
            <Button loading={busy} onClick={() => void send()}>
              {t('signOut.sendNow')}
            </Button>
          )}
          {/* Also while it is sent: a server that does not answer keeps nobody here. */}
          <Button variant="primary" type="submit" ref={keep}>
            {t(kept > 0 ? 'signOut.keep' : 'signOut.leave')}
          </Button>
        </>
      }
    >
      <p role="status" className="sr-only">
        {isSent && t('signOut.allSent')}
      </p>
      {!online && <p className="text-30">{t('shell:profile.awayText')}</p>}
      {tried && !isSent && (
        <Banner tone="warning" announce>
          {refused || said}
        </Banner>
      )}
    </Dialog>
  )
}

/** What is deleted is counted by hand before, so that nobody does it by a slip. */
function Delete({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('outbox')
  const { count } = useUnsent()
  const { discardAll } = useOutboxDeeds()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    if (busy) return
    if (plainDigits(typed.trim()) !== String(count)) return setWrong(t('signOut.wrongNumber', { count }))
    setBusy(true)
    const why = await whyNot(async () => ((await discardAll()) ? null : t('signOut.onItsWay')))
    if (why === null) return signOut()
    setBusy(false)
    setWrong(why)
  }
  return (
    <Dialog
      open
      sticky
      onClose={onBack}
      title={t('signOut.deleteTitle', { count })}
      description={t('signOut.deleteText')}
      onSubmit={() => void remove()}
      footer={
        <>
          <Button onClick={onBack}>{t('signOut.back')}</Button>
          <Button variant="dangerSolid" type="submit" loading={busy}>
            {t('signOut.delete', { count })}
          </Button>
        </>
      }
    >
      <Field label={t('signOut.typeNumber', { number: count })} error={wrong || undefined}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={value => {
            setTyped(value)
            setWrong('')
          }}
        />
      </Field>
    </Dialog>
  )
}
