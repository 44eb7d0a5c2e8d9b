import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Await, useAsyncError } from 'react-router-dom'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

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

/** What could not be loaded or drawn, and the way to try again. Never an empty list. */
export function Failed({ message, onAgain }: { message: string; onAgain: () => void }) {
  const { t } = useTranslation('crud')
  return (
    <Banner
      tone="danger"
      title={t('detail.failed')}
      actions={
        <Button size="xs" onClick={onAgain}>
          {t('records.again')}
        </Button>
      }
    >
      {message}
    </Banner>
  )
}
