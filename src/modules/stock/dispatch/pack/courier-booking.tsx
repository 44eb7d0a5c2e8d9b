import PackageCheck from 'lucide-react/icons/package-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookCall, bookingAskedCall, cancelBookingCall, servedCouriersCall } from '#contract/calls/couriers.ts'
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
  /** How the booking was when a button was pressed, until what came of that is seen here. */
  const [pressedAt, setPressedAt] = useState<{ bookedAt: string | null } | null>(null)
  const busy = pressedAt !== null && pressedAt.bookedAt === row.bookedAt
  const isBooked = row.bookedAt !== null && stillHere.includes(row.stage)
  const mayBook = !row.bookedAt && !row.awb && row.courier !== null && bookable.includes(row.stage)
  const served = useAsked(servedCouriersCall, {}, { enabled: online && mayBook }).answer?.couriers
  const offersBook = mayBook && served?.includes(row.courier!) === true
  const isAsking = online && mayBook && served !== undefined && served.length > 0
  const asked = useAsked(bookingAskedCall, { dispatch: row.id }, { enabled: isAsking })
  // What was asked for and not answered may be booked there: whoever is told so asks again, or takes it back.
  const since = (isAsking && asked.answer?.since) || null
  if (!online || !(isBooked || offersBook || since)) return null

  const press = async (what: 'book' | 'cancel') => {
    if (busy) return
    const pressed = { bookedAt: row.bookedAt }
    setPressedAt(pressed)
    try {
      if (!(await (what === 'cancel' ? save() : settle()))) return
      const called = await (what === 'cancel' ? cancel : book)({ dispatch: row.id })
      if ('failure' in called) {
        onRefused(called.failure.message)
        return await asked.refresh()
      }
      toast(what === 'cancel' ? t('screen.courier.cancelled') : t('screen.courier.booked'))
      await Promise.all([pullNow(), asked.refresh()])
    } finally {
      // By now another button may have been pressed.
      setPressedAt(now => (now === pressed ? null : now))
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 text-30 text-muted">
        {isBooked
          ? t('screen.courier.since', { at: formatDateTime(row.bookedAt!), booking: row.booking })
          : since
            ? t('screen.courier.askedSince', { at: formatDateTime(since) })
            : t('screen.courier.mayBook')}
      </p>
      {(isBooked || since) && (
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
