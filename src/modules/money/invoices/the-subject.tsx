import { paidFor, type Invoice } from '#contract/modules/money/billed.ts'
import type { Module } from '#contract/module.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useCan } from '#src/session/actor.ts'
import { useSay } from './say.ts'

/** What an invoice is of, as it is now. */
export function useSubject(one: Invoice) {
  const { of, field } = paidFor(one)
  return useRecord<Module>(of, one[field] ?? 0).row
}

/** The order or the job itself, as its own page shows it; nothing for whoever may not see that. */
export function TheSubject({ one }: { one: Invoice }) {
  return useCan(paidFor(one).of, 'details') ? <SeenSubject one={one} /> : null
}

function SeenSubject({ one }: { one: Invoice }) {
  const { invoices, of } = paidFor(one)
  const t = useSay(invoices)
  const row = useSubject(one)
  const places = useRecordPlaces()
  if (!row) return null
  return (
    <section className="mt-2 grid gap-4 border-t pt-5">
      <h2 className="flex flex-wrap gap-x-2 text-50 font-semibold">
        <span>{t('screen.subject')}</span>
        <RecordLink module={of} id={row.id} />
      </h2>
      {places && <places.Panel module={of.name} record={row} />}
    </section>
  )
}
