import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import { OutOfReach, useOutOfReach } from '#src/crud/needs-server.tsx'
import type { MoveProps } from '#src/crud/screens.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useMove } from '#src/data/use-writes.ts'
import { Banner } from '#src/ui/banner.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { toast } from '#src/ui/toast.ts'

/** What goes and what stays is said before the password is asked for: nobody brings it back. */
export function EraseDialog({ record, onClose }: MoveProps) {
  const { t } = useTranslation('customer')
  const erase = useMove(customer, 'erase')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const away = useOutOfReach()
  const one = record as unknown as Customer
  const run = async () => {
    if (busy || away) return
    setBusy(true)
    setRefused('')
    const why = whyNot(await erase(one))
    setBusy(false)
    if (why) return setRefused(why)
    onClose()
    toast(t('screen.erase.done'))
  }
  return (
    <FormDialog
      sticky
      danger
      title={t('screen.erase.title', { name: one.name })}
      description={t('screen.erase.text')}
      onClose={onClose}
      onSubmit={() => void run()}
      submitLabel={t('screen.erase.do')}
      busy={busy}
      disabled={away}
      refused={refused}
    >
      <OutOfReach away={away} />
      <p className="text-pretty">{t('screen.erase.goes')}</p>
      <p className="text-pretty text-muted">{t('screen.erase.stays')}</p>
      <Banner tone="warning">{t('screen.erase.forGood')}</Banner>
    </FormDialog>
  )
}
