import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useActs } from '#src/crud/acts/use-acts.ts'
import type { MoveProps } from '#src/crud/screens.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useWords } from '#src/fields/words.ts'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Bill } from '../bill.tsx'

/** What the customer is told that it costs, line by line, before it is said to have been told. */
export function SendEstimate({ record, move, onClose }: MoveProps) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const acts = useActs(maintenance)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const send = async () => {
    if (busy) return
    setBusy(true)
    const why = whyNot(await acts.move(record, move, {}))
    setBusy(false)
    if (why) setRefused(why)
    else onClose()
  }
  return (
    <FormDialog
      title={t('screen.work.estimateTitle')}
      description={t('screen.work.estimateText')}
      submitLabel={words.move(move)}
      busy={busy}
      refused={refused}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <Bill job={record as unknown as Maintenance} />
    </FormDialog>
  )
}
