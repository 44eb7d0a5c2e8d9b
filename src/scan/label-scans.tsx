import Tag from 'lucide-react/icons/tag'
import { can } from '#contract/rules.ts'
import { useData } from '#src/data/data.ts'
import { useAddLabels } from '#src/labels/use-add-labels.ts'
import { useActor } from '#src/session/actor.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { ScanDone } from './recent-scans.ts'

type Props = { scans: readonly ScanDone[]; label: string }

/** Queues the labels of what was scanned, of all of it that has one. */
export function LabelScans({ scans, label }: Props) {
  const { register } = useData()
  const actor = useActor()
  const add = useAddLabels()
  const records = scans.flatMap(({ verdict }) => {
    const module = verdict.is === 'found' ? register[verdict.hit.module] : undefined
    return verdict.is === 'found' && module?.label && can(actor, module, 'details') ? [verdict.hit] : []
  })
  if (records.length === 0) return null
  return <IconButton icon={Tag} label={label} onClick={() => void add(records)} />
}
