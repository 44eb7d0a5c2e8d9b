import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_COPIES } from '#contract/label-print.ts'
import { useData } from '#src/data/data.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { pendingName, RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { copiesOf, takeOff, type Queued } from './queue.ts'
import type { Found } from './ready.tsx'

type Props = {
  found: readonly Found[]
  /** How often copies were said for all at once: whatever was typed beside one is over with that. */
  round: number
  onCopies: (entry: Queued, copies: number) => void
}

/** What is printed, how often each, and what is left out. */
export function QueueList({ found, round, onCopies }: Props) {
  const { t } = useTranslation('label')
  return (
    <Card title={t('queued')} aside={<Badge>{found.length}</Badge>} flush>
      <ul className="max-h-[60vh] divide-y overflow-y-auto">
        {found.map(one => (
          <Line key={`${one.entry.module} ${one.entry.id} ${round}`} {...one} onCopies={onCopies} />
        ))}
      </ul>
    </Card>
  )
}

function Line({ entry, source: { module }, row, why, onCopies }: Found & Pick<Props, 'onCopies'>) {
  const { t } = useTranslation('label')
  const { db } = useData()
  const words = useWords(module)
  const [copies, setCopies] = useState<number | string | null>(entry.copies)
  const name = (row && titleOf(module, row)) || pendingName(entry.id)
  return (
    <li className="flex min-h-14 items-center gap-2 py-2 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{row ? <RecordLink module={module} id={entry.id} /> : name}</p>
        <p className="text-30 text-muted">
          <span className="inline-block first-letter:uppercase">{words.noun}</span>
          {why && ` · ${t(`left.${why}`)}`}
        </p>
      </div>
      <NumberInput
        size="sm"
        className="w-16! shrink-0"
        aria-label={t('copiesOf', { name })}
        value={copies}
        onChange={typed => {
          setCopies(typed)
          onCopies(entry, copiesOf(typed))
        }}
        min={1}
        max={MOST_COPIES}
      />
      <IconButton icon={X} label={t('takeOff', { name })} onClick={() => void takeOff(db, [entry])} />
    </li>
  )
}
