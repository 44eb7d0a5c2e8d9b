import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { task } from '#contract/modules/desk/task.ts'
import * as state from '#src/modules/desk/tasks/state.ts'
import { recordInPath } from './record-in-path.ts'

describe('a new task begins with the record of the page', () => {
  type Given = { path: string; record?: string }
  const { routes } = JSON.parse(readFileSync('tests/spec/routes.json', 'utf8')) as { routes: Given[] }
  test.each(routes)('$path', ({ path, record }) => {
    const here = recordInPath(path.replace(':id', '4711'))
    state.openNewTask(here ? { [here.kind]: here.id } : {})
    const { dialogOpen, defaultValues } = state.taskState()
    expect(dialogOpen).toBe(true)
    expect(defaultValues).toEqual({
      ...state.initialState.defaultValues,
      ...(record ? { [`${record}_id`]: 4711 } : {}),
    })
    expect(Object.values(state.fieldsOf(defaultValues))).toEqual(record ? [4711] : [])
    for (const field of Object.keys(state.fieldsOf(defaultValues))) expect(Object.keys(task.fields)).toContain(field)
  })
})
