import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import type { MoveProps } from '#src/crud/screens.ts'
import { MailDialog, useCustomersAddress } from '#src/parts/mail/mail-dialog.tsx'
import { firstPaper } from './first-paper.ts'

/** Where a paper of the job goes: to the address of the job, the customer's first, or the one that a paper went to last. */
export function MailPaper({ record, move, onClose }: MoveProps) {
  const job = record as unknown as Maintenance
  const customers = useCustomersAddress(job.customer)
  // What was typed once may be an old address.
  const to = job.email ?? customers.to ?? job.mailedTo
  if (!job.email && customers.loading) return null
  return <MailDialog {...{ record, move, onClose }} module={maintenance} start={{ to, paper: firstPaper(job) }} />
}
