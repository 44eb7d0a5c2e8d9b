import { useSyncExternalStore } from 'react'
import { metaOf } from '#contract/fields.ts'
import { snake } from '#contract/module.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { listeners } from '#src/lib/listeners.ts'

type Stage = Task['stage']

/** What is still to do: also what an empty list of statuses asks for. */
export const unended: readonly Stage[] = ['open', 'inProgress']

/** The state of tasks, in the client's words. It lasts as long as the page does. */
export type TaskState = {
  tableData: {
    pageIndex: number
    pageSize: number
    query: string
    sort: { order: '' | 'asc' | 'desc'; key: string }
  }
  filter: { assigned_to_id: number | null; assigned_by_id: number | null; status: readonly Stage[] }
  /** Ours: only what should have been done by now. */
  overdue: boolean
  /** Ours: only what is due on this day of the business. */
  today: boolean
  defaultValues: DefaultValues
  selectedTasks: readonly { id: number }[]
  task: { id: number } | null
  dialogOpen: boolean
}

/** The fields of a task that name what it is about. */
export const links = Object.entries(task.fields).flatMap(([name, field]) => {
  const { kind, module } = metaOf(field)
  return kind === 'reference' && module && name === module ? [name] : []
})
/** As the client calls it: `orderReturn` is `order_return_id`. */
export const linkId = (link: string) => `${snake(link)}_id`

/** What a new task begins with: a number or null for each of the client's links, and ours beside them. */
export type DefaultValues = Readonly<Record<string, number | null | readonly unknown[]>> & {
  taskRemarks: readonly unknown[]
}
const noDefaults: DefaultValues = { ...Object.fromEntries(links.map(link => [linkId(link), null])), taskRemarks: [] }

export const initialState: TaskState = {
  tableData: { pageIndex: 1, pageSize: 10, query: '', sort: { order: 'asc', key: 'dueAt' } },
  filter: { assigned_to_id: null, assigned_by_id: null, status: [] },
  overdue: false,
  today: false,
  defaultValues: noDefaults,
  selectedTasks: [],
  task: null,
  dialogOpen: false,
}

let state = initialState
let owner: number | null = null
const { subscribe, tell } = listeners()
const set = (changes: Partial<TaskState>) => {
  state = { ...state, ...changes }
  tell()
}
export const taskState = () => state
export const useTaskState = (): TaskState => useSyncExternalStore(subscribe, taskState)

/**
 * Whoever comes to the table first sees what is theirs to do; somebody else at the same page starts anew. A task that was
 * opened by its address, or a new one, may stand on the page before the table does: it stays.
 */
export function beginFor(me: number) {
  if (owner === me) return
  const isFirst = owner === null
  owner = me
  const filter = { ...initialState.filter, assigned_to_id: me }
  set(isFirst ? { filter } : { ...initialState, filter })
}

/** What is asked for changes: from the first page on, and nothing stays selected that is out of sight. */
const ask = (changes: Partial<TaskState>) =>
  set({ selectedTasks: [], ...changes, tableData: { ...state.tableData, ...changes.tableData, pageIndex: 1 } })

/** What has ended is not late: whoever wants to see it has left what is overdue, and what is overdue leaves it out. */
export function setFilter(filter: Partial<TaskState['filter']>, overdue = state.overdue, today = state.today) {
  const isLate = overdue && !filter.status?.some(stage => !unended.includes(stage))
  const status = (filter.status ?? state.filter.status).filter(stage => !isLate || unended.includes(stage))
  ask({ filter: { ...state.filter, ...filter, status }, overdue: isLate, today })
}
export const setQuery = (query: string) => ask({ tableData: { ...state.tableData, query } })
export const setPageSize = (pageSize: number) => ask({ tableData: { ...state.tableData, pageSize } })
/** Up, then down, then as it comes. */
export function setSort(key: string) {
  const { sort } = state.tableData
  const order = sort.key !== key ? 'asc' : sort.order === 'asc' ? 'desc' : sort.order === 'desc' ? '' : 'asc'
  sortBy({ order, key })
}
export const sortBy = (sort: TaskState['tableData']['sort']) => ask({ tableData: { ...state.tableData, sort } })
/** Nothing stays selected that is out of sight. */
export const setPageIndex = (pageIndex: number) =>
  set({ selectedTasks: [], tableData: { ...state.tableData, pageIndex } })

/** Selects these besides the others, or lets go of them: the last of them says which. */
export function toggleTasks(ids: readonly number[]) {
  const isOn = !state.selectedTasks.some(({ id }) => id === ids.at(-1))
  const others = state.selectedTasks.filter(({ id }) => !ids.includes(id))
  set({ selectedTasks: isOn ? [...others, ...ids.map(id => ({ id }))] : others })
}
/** Selects these besides the others. */
export const selectTasks = (ids: readonly number[]) =>
  setSelectedTasks([...new Set([...state.selectedTasks.map(({ id }) => id), ...ids])])
/** All rows at once, or none. */
export const setSelectedTasks = (ids: readonly number[]) => set({ selectedTasks: ids.map(id => ({ id })) })

/** What was done is selected no more; what was selected meanwhile stays. */
export const deselectTasks = (ids: ReadonlySet<number>) =>
  set({ selectedTasks: state.selectedTasks.filter(({ id }) => !ids.has(id)) })

/** A new task about these records, by the names of their modules. */
export function openNewTask(about: Readonly<Record<string, number>> = {}) {
  const known = Object.entries(about).flatMap(([link, id]) => (links.includes(link) ? [[linkId(link), id]] : []))
  set({ task: null, dialogOpen: true, defaultValues: { ...noDefaults, ...(Object.fromEntries(known) as object) } })
}
export const openTask = (id: number) => set({ task: { id }, dialogOpen: true })
export const closeTask = () => set({ task: null, dialogOpen: false, defaultValues: noDefaults })

/** The fields that the default values stand for. */
export const fieldsOf = (values: DefaultValues): Record<string, number> =>
  Object.fromEntries(
    links.flatMap(link => {
      const id = values[linkId(link)]
      return typeof id === 'number' ? [[link, id]] : []
    }),
  )
