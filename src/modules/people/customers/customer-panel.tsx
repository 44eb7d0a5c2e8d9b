import Merge from 'lucide-react/icons/merge'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { useUndoMergePreview } from '#src/data/use-merge.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useMove } from '#src/data/use-writes.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { formatDate } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { useCan } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/toast.ts'
import { Reach } from './reach.tsx'
import { whyNot } from '#src/crud/why-not.ts'

/** What stands first on a customer: a warning, who they were merged into, how they are reached. */
export function CustomerPanel({ record }: PartProps) {
  const { t } = useTranslation('customer')
  const one = record as unknown as Customer
  return (
    <div className="grid gap-4">
      {one.mergedInto !== null && <Merged one={one} into={one.mergedInto} />}
      {one.risk && (
        <Banner tone="warning" icon={TriangleAlert} title={t('screen.panel.risk')}>
          {one.riskReason}
        </Banner>
      )}
      <Reach one={one} />
    </div>
  )
}

/** For 30 days the merge can be undone here. */
function Merged({ one, into }: { one: Customer; into: number }) {
  const { t } = useTranslation(['customer', 'crud'])
  const mayEdit = useCan(customer, 'edit')
  const { data } = useUndoMergePreview(customer, one.id, mayEdit)
  const undo = useMove(customer, 'undoMerge')
  const name = useTitle(customer, into)
  const to = useRecordPlaces()?.pathTo('customer', into)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const now = useNow()
  const open = data && !data.undoneAt && Date.parse(data.until) > now.getTime()
  const run = async () => {
    setBusy(true)
    const outcome = await undo(one)
    setBusy(false)
    const why = whyNot(outcome)
    if (why) return setRefused(why)
    toast(t('screen.merge.undone', { name: one.name }))
  }
  return (
    <Banner
      tone={refused ? 'danger' : 'info'}
      icon={Merge}
      announce={refused !== ''}
      title={
        <>
          {t('screen.merge.wasInto')} {to ? <Link to={to}>{name}</Link> : name}
          {data ? `, ${formatDate(data.at)}.` : '.'}
        </>
      }
      actions={
        open && (
          <Button size="sm" loading={busy} onClick={() => void run()}>
            {t('screen.merge.undo')}
          </Button>
        )
      }
    >
      {refused ||
        (open
          ? t('screen.merge.until', { date: formatDate(data.until), count: data.back })
          : data && t('screen.merge.over'))}
    </Banner>
  )
}
