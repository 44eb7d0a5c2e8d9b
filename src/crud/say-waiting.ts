import { t } from 'i18next'
import type { Outcome } from '#src/data/outcome.ts'
import { shownToasts, toast } from '#src/ui/toast.ts'

/** Controls that only say what failed say of a change that waits on this device what a form says; once at a time. */
export function sayWaiting({ state }: Outcome): void {
  const said = t('crud:form.waiting')
  if (state === 'waiting' && shownToasts().every(({ message }) => message !== said)) toast(said, { waiting: true })
}
