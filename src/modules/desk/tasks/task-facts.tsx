import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { DetailFacts } from '#src/crud/detail-facts.tsx'
import { titleOf } from '#src/data/use-titles.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { taskScreens } from '../task.ts'
import { GoneTask } from './gone-task.tsx'
import { RemarkList } from './remarks.tsx'
import { closeTask } from './state.ts'
import { TaskLinks } from './task-links.tsx'
import { TaskStage } from './task-stage.tsx'

/** A task for somebody who may look at it and not change it. */
export function TaskFacts({ row, gone }: { row: Row; gone: boolean }) {
  const { t } = useTranslation('task')
  return (
    <Dialog open size="md" onClose={closeTask} title={titleOf(task, row) || t('task:titles.details')}>
      {gone && <GoneTask />}
      <TaskStage stage={row.stage ?? ''} />
      <DetailFacts screens={taskScreens} row={row} />
      <TaskLinks values={row} onHere={closeTask} />
      <RemarkList remarks={(row as Task).taskRemarks} />
    </Dialog>
  )
}
