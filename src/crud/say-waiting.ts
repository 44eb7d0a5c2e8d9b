import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Outcome } from '#src/data/outcome.ts'
import { shownToasts, toast } from '#src/ui/toast.ts'

/** How a write ended that was done, or is kept until it can be. */
export type Kept = { state: 'saved' } | Pick<Extract<Outcome, { state: 'waiting' }>, 'state' | 'held'>
type Options = Pick<NonNullable<Parameters<typeof toast>[1]>, 'undo' | 'action'>

/**
 * Says what was done; of what waits on this device instead that it does, until the server can be reached or its person has
 * decided about something before it, and leads to that.
 */
export function useSayKept() {
  const { t } = useTranslation('crud')
  const action = useToOutbox()
  return (outcome: Kept, said: string, options: Options = {}): void => {
    if (outcome.state === 'saved') return void toast(said, options)
    if (!outcome.held) return void toast(t('form.waiting'), { ...options, waiting: true })
    toast(t('form.held'), { ...options, waiting: true, action })
  }
}

/** Says of what was saved while its person typed on that it was, and that the rest is not. */
export function useSaySavedBefore() {
  const { t } = useTranslation('crud')
  const action = useToOutbox()
  return (outcome: Outcome): void => {
    const waiting = outcome.state === 'waiting'
    if (waiting && outcome.held) toast(t('form.heldBefore'), { waiting, action })
    else toast(t('form.savedBefore'), { waiting })
  }
}

function useToOutbox() {
  const { t } = useTranslation('crud')
  const navigate = useNavigate()
  return { label: t('form.toOutbox'), onSelect: () => void navigate('/outbox') }
}

/** Controls that only say what failed say of a change that waits on this device what a form says; once at a time. */
export function useSayWaiting() {
  const { t } = useTranslation('crud')
  const sayKept = useSayKept()
  return (outcome: Outcome | Kept): void => {
    if (outcome.state !== 'waiting') return
    const said = t(outcome.held ? 'form.held' : 'form.waiting')
    if (shownToasts().every(({ message }) => message !== said)) sayKept(outcome, '')
  }
}
