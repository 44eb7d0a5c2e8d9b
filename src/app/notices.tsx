import { Suspense, useSyncExternalStore } from 'react'
import { useConnection } from '#src/data/use-connection.ts'
import { useUnsent } from '#src/data/use-unsent.ts'
import { minutesBehind, watchClock } from '#src/lib/clock.ts'
import { piece } from '#src/lib/piece.ts'
import { useAppNews } from './app-news.ts'
import { useInstallOffer } from './install-offer.ts'
import { useSettled } from './use-settled.ts'

const NoticeList = piece(() => import('./notice-list.tsx').then(({ NoticeList }) => NoticeList))

/** What concerns the whole app; fetched when there is something to say. */
export function Notices({ className }: { className?: string | undefined }) {
  const { trouble, refusedBuild, sessionOver } = useConnection()
  const unsent = useUnsent()
  const signIn = sessionOver ? unsent.count : 0
  const { newer, missing } = useAppNews()
  const behind = useSyncExternalStore(watchClock, minutesBehind)
  const settled = useSettled()
  const offer = useInstallOffer() && settled
  if (!trouble && !refusedBuild && !newer && !missing && !signIn && !behind && !offer) return null
  return (
    <Suspense>
      <NoticeList className={className} offer={offer} signIn={signIn} behind={behind} />
    </Suspense>
  )
}
