import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '#src/parts/not-loaded.tsx'
import { Alone } from '#src/ui/alone.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

/** A part of a page that fails alone: what breaks in it is said in its place, with a way to try again. `rows`: its room. */
export function DetailPart({ rows = 3, children }: { rows?: number; children: ReactNode }) {
  const [round, setRound] = useState(0)
  return (
    <Suspense fallback={<SkeletonRows rows={rows} />}>
      <Alone key={round} renderBroken={error => <Broken error={error} onAgain={() => setRound(round => round + 1)} />}>
        {children}
      </Alone>
    </Suspense>
  )
}

function Broken({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('crud')
  return <Failed message={error instanceof Error ? error.message : t('detail.broken')} onAgain={onAgain} />
}
