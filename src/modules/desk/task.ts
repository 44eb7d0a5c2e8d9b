import ListTodo from 'lucide-react/icons/list-todo'
import { task } from '#contract/modules/desk/task.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

/** Tasks have no pages of their own: they open over whatever page is there. */
export const taskScreens = defineScreens(task, {
  icon: ListTodo,
  columns: ['title', 'assignedTo', 'dueAt', 'priority', 'stage', 'assignedBy'],
  form: [['title'], ['assignedTo', 'dueAt'], ['priority']],
  onRecords: {
    title: 'task:titles.list',
    tab: piece(() => import('./tasks/tasks-tab.tsx').then(({ TasksTab }) => TasksTab)),
  },
  opensAt: '/home?task=:id',
  routes: {},
})
