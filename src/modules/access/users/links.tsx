import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inviteCall, resetLinkCall } from '#contract/calls/access.ts'
import type { User } from '#contract/modules/access/user.ts'
import { useCall } from '#src/data/use-call.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { LinkField } from '#src/crud/link-field.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { toast } from '#src/ui/toast.ts'

export type LinkKind = 'invitation' | 'password'
export type Handed = { name: string; kind: LinkKind; link: string; until: string }
type Person = Pick<User, 'id' | 'name'>

/**
 * Sends somebody an invitation or a link for a new password. Where no mail can be sent, the link is answered instead and
 * must be shown: it is kept nowhere, so what is not handed over now has to be made again.
 */
export function useLinks() {
  const { t } = useTranslation('user')
  const invite = useCall(inviteCall)
  const reset = useCall(resetLinkCall)
  const [busy, setBusy] = useState<number | null>(null)
  const send = async (person: Person, kind: LinkKind): Promise<{ handed: Handed | null } | { refused: string }> => {
    setBusy(person.id)
    const called = await (kind === 'invitation' ? invite : reset)({ user: person.id })
    setBusy(null)
    if ('failure' in called) return { refused: called.failure.message }
    const { sentTo, link, until } = called.answer
    // Where the server knows no address of its own, it is the one that this page has come from.
    if (link !== null) return { handed: { name: person.name, kind, link: new URL(link, location.origin).href, until } }
    const address = sentTo ?? ''
    toast(
      kind === 'invitation'
        ? t('screen.link.invitationSent', { address })
        : t('screen.link.passwordSent', { address, name: person.name }),
    )
    return { handed: null }
  }
  return { send, busy }
}

/** The link itself, once. */
export function LinkDialog({ handed, onClose }: { handed: Handed; onClose: () => void }) {
  const { t } = useTranslation('user')
  const [copied, setCopied] = useState(false)
  return (
    <Dialog
      open
      sticky
      size="md"
      onClose={onClose}
      title={t('screen.link.title', { name: handed.name })}
      description={handed.kind === 'invitation' ? t('screen.link.invitation') : t('screen.link.password')}
      footer={
        <Button variant={copied ? 'primary' : 'secondary'} onClick={onClose}>
          {t('screen.link.done')}
        </Button>
      }
    >
      <LinkField link={handed.link} onCopied={() => setCopied(true)} />
      <Banner tone="warning">{t('screen.link.how', { until: formatDateTime(handed.until) })}</Banner>
    </Dialog>
  )
}
