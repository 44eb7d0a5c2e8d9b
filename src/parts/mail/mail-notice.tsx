import Mail from 'lucide-react/icons/mail'
import { useTranslation } from 'react-i18next'
import type { Mailed } from '#contract/mailed.ts'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { Way } from '#src/parts/way.tsx'
import { Banner } from '#src/ui/banner.tsx'

/** To whom a record went by mail, and when. */
export function MailedTo({ module, one }: { module: Module; one: Mailed }) {
  const { t } = useTranslation('paper')
  const words = useWords(module)
  if (one.mailingTo)
    return (
      <Way icon={Mail} label={words.field('mailingTo')}>
        {t('mail.onItsWay', { to: one.mailingTo })}
      </Way>
    )
  if (!one.mailedAt) return null
  return (
    <Way icon={Mail} label={words.field('mailedTo')}>
      {t('mail.sentTo', { to: one.mailedTo, at: formatDateTime(one.mailedAt) })}
    </Way>
  )
}

/** Why it did not go. */
export function MailTrouble({ one }: { one: Mailed }) {
  const { t } = useTranslation('paper')
  if (!one.mailTrouble) return null
  return (
    <Banner tone="warning" title={t(one.mailingTo ? 'mail.sentLater' : 'mail.notSent')}>
      {one.mailTrouble}
    </Banner>
  )
}
