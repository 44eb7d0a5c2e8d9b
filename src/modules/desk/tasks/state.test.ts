import { beforeEach, describe, expect, it, vi } from 'vitest'
import { filterNamed } from '#contract/filters.ts'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { parseSort } from '#contract/sorts.ts'
import { filterOf, presetOf, questionOf } from './question.ts'
import * as state from './state.ts'

type TaskStage = Task['stage']
const NOW = new Date('2026-06-30T12:00:30.000Z')
const [me, ben] = [7, 8]
let person = 1_000
beforeEach(() => {
  state.beginFor(++person)
  state.closeTask()
})

describe('the state, as the client has it', () => {
  it('begins on page 1 with ten rows, no words, and an empty list of statuses', () => {
    expect(state.initialState).toMatchObject({
      tableData: { pageIndex: 1, pageSize: 10, query: '', sort: { order: 'asc', key: 'dueAt' } },
      filter: { assigned_to_id: null, assigned_by_id: null, status: [] },
      selectedTasks: [],
      task: null,
      dialogOpen: false,
    })
    expect(state.initialState.defaultValues).toMatchObject({
      inquiry_id: null,
      order_id: null,
      maintenance_id: null,
      order_return_id: null,
      buyback_id: null,
      order_return_claim_id: null,
      taskRemarks: [],
    })
  })

  it('shows whoever comes first what is theirs to do, and somebody else nothing of it', () => {
    state.beginFor(me)
    expect(state.taskState().filter.assigned_to_id).toBe(me)
    state.setQuery('secret')
    state.beginFor(me)
    expect(state.taskState().tableData.query).toBe('secret')
    state.beginFor(ben)
    expect(state.taskState()).toMatchObject({ tableData: { query: '' }, filter: { assigned_to_id: ben } })
  })

  it('leaves open what was opened before anybody came to the table, and closes it for somebody else', async () => {
    vi.resetModules()
    const fresh = await import('./state.ts')
    fresh.openTask(12)
    fresh.beginFor(me)
    expect(fresh.taskState()).toMatchObject({ task: { id: 12 }, dialogOpen: true, filter: { assigned_to_id: me } })
    fresh.beginFor(ben)
    expect(fresh.taskState()).toMatchObject({ task: null, dialogOpen: false, filter: { assigned_to_id: ben } })
  })

  it('goes back to the first page when something else is asked for, and lets go of what was selected', () => {
    const asking = [
      () => state.setQuery('call'),
      () => state.setPageSize(25),
      () => state.setSort('title'),
      () => state.setFilter({ status: ['done'] }),
    ]
    for (const ask of asking) {
      state.setPageIndex(3)
      state.toggleTasks([1])
      ask()
      expect(state.taskState()).toMatchObject({ tableData: { pageIndex: 1 }, selectedTasks: [] })
    }
    expect(state.taskState().tableData).toMatchObject({ query: 'call', pageSize: 25 })
  })

  it('lets go of what was selected when another page is shown', () => {
    state.toggleTasks([1])
    state.setPageIndex(2)
    expect(state.taskState()).toMatchObject({ tableData: { pageIndex: 2 }, selectedTasks: [] })
  })

  it('shows nothing that has ended as overdue: ticking it leaves that view, and that view leaves it out', () => {
    state.setFilter({ status: ['open', 'done'] })
    state.setFilter({}, true)
    expect(state.taskState()).toMatchObject({ overdue: true, filter: { status: ['open'] } })
    state.setFilter({ status: ['open', 'inProgress'] })
    expect(state.taskState().overdue).toBe(true)
    state.setFilter({ status: ['cancelled'] })
    expect(state.taskState()).toMatchObject({ overdue: false, filter: { status: ['cancelled'] } })
  })

  it('selects row by row, and all rows at once', () => {
    state.toggleTasks([1])
    state.toggleTasks([2])
    state.toggleTasks([1])
    expect(state.taskState().selectedTasks).toEqual([{ id: 2 }])
    state.setSelectedTasks([1, 2, 3])
    expect(state.taskState().selectedTasks).toHaveLength(3)
  })

  it('lets go of what was done, and of nothing that was selected meanwhile', () => {
    state.setSelectedTasks([1, 2, 3])
    state.deselectTasks(new Set([1, 3, 9]))
    expect(state.taskState().selectedTasks).toEqual([{ id: 2 }])
  })

  it('sorts up, down, and as it comes', () => {
    const seen = ['title', 'title', 'title', 'title'].map(key => {
      state.setSort(key)
      return state.taskState().tableData.sort.order
    })
    expect(seen).toEqual(['asc', 'desc', '', 'asc'])
  })
})

describe('a new task', () => {
  it('begins with nothing that a task cannot be about', () => {
    state.openNewTask({ bank: 3, customer: 5 })
    expect(state.fieldsOf(state.taskState().defaultValues)).toEqual({ customer: 5 })
  })
})

describe('what the table asks for', () => {
  const asked = (changes: Partial<state.TaskState>) => questionOf({ ...state.initialState, ...changes }, NOW)

  it('is what is still to do, unless statuses are named', () => {
    expect(asked({}).filter).toEqual({ stage: ['open', 'inProgress'] })
    const filter = { assigned_to_id: me, assigned_by_id: ben, status: ['done'] as const }
    expect(asked({ filter }).filter).toEqual({ assignedTo: [me], assignedBy: [ben], stage: ['done'] })
  })

  it('is late by the minute, so that the question stays the same for one', () => {
    expect(asked({ overdue: true }).filter?.dueAt).toEqual(['..2026-06-30T12:00:00.000Z'])
  })

  it('is due on this day of the business, where that is asked', () => {
    expect(asked({ today: true }).filter?.dueAt).toEqual(['@today'])
  })

  it('is never late and ended at once', () => {
    const late = (...status: TaskStage[]) =>
      asked({ overdue: true, filter: { ...state.initialState.filter, status } }).filter?.stage
    expect([late(), late('inProgress', 'done'), late('done')]).toEqual([
      ['open', 'inProgress'],
      ['inProgress'],
      ['open', 'inProgress'],
    ])
  })

  it('is in an order that the list offers', () => {
    const { tableData } = state.initialState
    for (const key of ['title', 'dueAt'])
      for (const order of ['', 'asc', 'desc'] as const) {
        const { sort } = asked({ tableData: { ...tableData, sort: { order, key } } })
        expect(parseSort(task, sort!), sort).not.toBeNull()
      }
    for (const name of Object.keys(asked({ overdue: true }).filter!)) expect(filterNamed(task, name)).not.toBeNull()
  })

  it('is one of the usual views where nothing else is asked', () => {
    for (const preset of ['mine', 'byMe', 'overdue', 'today', 'all'] as const) {
      const filter = { ...filterOf(preset, me), status: [] }
      expect(presetOf({ filter, overdue: preset === 'overdue', today: preset === 'today' }, me)).toBe(preset)
    }
    expect(
      presetOf({ filter: { assigned_to_id: ben, assigned_by_id: null, status: [] }, overdue: false, today: false }, me),
    ).toBeNull()
  })
})
