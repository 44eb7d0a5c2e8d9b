import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { DetailFacts } from '#src/crud/detail-facts.tsx'
import { titleOf } from '#src/data/use-titles.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { taskScreens } from '../task.ts'
import { RemarkList } from './remarks.tsx'
import { closeTask } from './state.ts'
import { TaskLinks } from './task-links.tsx'
import { TaskStage } from './task-stage.tsx'

/** A task for somebody who may look at it and not change it. */
export function TaskFacts({ row }: { row: Row }) {
  const { t } = useTranslation('task')
  return (
    <Dialog open size="md" onClose={closeTask} title={titleOf(task, row) || t('task:titles.details')}>
      <TaskStage stage={row.stage ?? ''} />
      <DetailFacts screens={taskScreens} row={row} />
      <TaskLinks values={row} onHere={closeTask} />
      <RemarkList remarks={(row as Task).taskRemarks} />
    </Dialog>
  )
}
