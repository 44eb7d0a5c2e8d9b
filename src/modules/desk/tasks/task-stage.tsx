import Ban from 'lucide-react/icons/ban'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { useWords } from '#src/fields/words.ts'
import { StageRail } from '#src/ui/stage-rail.tsx'

const colours = { open: 'none', inProgress: 'accent', done: 'success', cancelled: 'none' } as const

/** One segment, three, all five. */
const steps = ['open', '', 'inProgress', ' ', 'done']

/** How far it is. Off the way is what was given up. */
export function TaskStage({ stage }: { stage: string }) {
  const words = useWords(task)
  return (
    <StageRail
      stages={steps}
      stage={stage}
      label={words.stage(stage)}
      colour={colours[stage as Task['stage']]}
      icon={stage === 'cancelled' ? Ban : undefined}
    />
  )
}
