import PackageCheck from 'lucide-react/icons/package-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookCall, cancelBookingCall, servedCouriersCall } from '#contract/calls/couriers.ts'
import { bookable, stillHere } from '#contract/modules/stock/dispatch-left.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { useData } from '#src/data/data.ts'
import { useAsked, useCall } from '#src/data/use-call.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/toast.ts'

type Props = {
  row: Dispatch
  /** Keeps what is still being typed; false where something in it is wrong. */
  save: () => Promise<boolean>
  /** The same, and what the courier is told is settled. */
  settle: () => Promise<boolean>
  onRefused: (why: string) => void
}

/** Books the parcel with a courier that the server asks, or takes that back. Of all others people ask themselves. */
export function CourierBooking({ row, save, settle, onRefused }: Props) {
  const { t } = useTranslation('dispatch')
  const { online } = useConnection()
  const { pullNow } = useData()
  const book = useCall(bookCall)
  const cancel = useCall(cancelBookingCall)
  const [busy, setBusy] = useState(false)
  // What was asked for before may be booked there: whoever is told so takes it back here.
  const [mayBeBooked, setMayBeBooked] = useState(false)
  const isBooked = row.bookedAt !== null && stillHere.includes(row.stage)
  const mayBook = !row.bookedAt && !row.awb && row.courier !== null && bookable.includes(row.stage)
  const served = useAsked(servedCouriersCall, {}, { enabled: online && mayBook }).answer?.couriers
  const offersBook = mayBook && served?.includes(row.courier!) === true
  if (!online || !(isBooked || offersBook || mayBeBooked)) return null

  const press = async (what: 'book' | 'cancel') => {
    if (busy) return
    setBusy(true)
    try {
      if (!(await (what === 'cancel' ? save() : settle()))) return
      const called = await (what === 'cancel' ? cancel : book)({ dispatch: row.id })
      setMayBeBooked('failure' in called && what === 'book')
      if ('failure' in called) return onRefused(called.failure.message)
      toast(what === 'cancel' ? t('screen.courier.cancelled') : t('screen.courier.booked'))
      await pullNow()
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 text-30 text-muted">
        {isBooked
          ? t('screen.courier.since', { at: formatDateTime(row.bookedAt!), booking: row.booking })
          : t(mayBeBooked ? 'screen.courier.mayBeBooked' : 'screen.courier.mayBook')}
      </p>
      {(isBooked || mayBeBooked) && (
        <Button loading={busy} onClick={() => void press('cancel')}>
          {t('screen.courier.cancel')}
        </Button>
      )}
      {!isBooked && offersBook && (
        <Button icon={PackageCheck} loading={busy} onClick={() => void press('book')}>
          {t('screen.courier.book')}
        </Button>
      )}
    </div>
  )
}
