import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useConnection } from '#src/data/use-connection.ts'
import { useUnsent } from '#src/data/use-unsent.ts'
import { minutesBehind, watchClock } from '#src/lib/clock.ts'
import { piece } from '#src/lib/piece.ts'
import { showOnIcon } from '#src/offline/icon-badge.ts'
import { useAppNews } from './app-news.ts'
import { useInstallOffer } from './install-offer.ts'
import { useSettled } from './use-settled.ts'

const NoticeList = piece(() => import('./notice-list.tsx').then(({ NoticeList }) => NoticeList))

/** What concerns the whole app; fetched when there is something to say. */
export function Notices({ className }: { className?: string | undefined }) {
  const { trouble, refusedBuild, sessionOver } = useConnection()
  const unsent = useUnsent()
  useEffect(() => {
    if (unsent.known) showOnIcon(unsent.count)
  }, [unsent.known, unsent.count])
  // Whoever comes next is told of nothing here.
  useEffect(() => () => showOnIcon(0), [])
  const signIn = sessionOver && unsent.count > 0
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
