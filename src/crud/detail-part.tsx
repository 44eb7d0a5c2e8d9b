import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, useAsyncError } from 'react-router-dom'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'

/** A part of a page that fails alone: what breaks in it is said in its place, with a way to try again. */
export function DetailPart({ children }: { children: ReactNode }) {
  const [round, setRound] = useState(0)
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      {/* The router's own boundary: it holds whatever is thrown below it. */}
      <Await key={round} resolve={null} errorElement={<Broken onAgain={() => setRound(round => round + 1)} />}>
        {children}
      </Await>
    </Suspense>
  )
}

function Broken({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('crud')
  const error = useAsyncError()
  return <Failed message={error instanceof Error ? error.message : t('detail.broken')} onAgain={onAgain} />
}
