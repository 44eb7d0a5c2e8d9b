import { act, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import { beginFor, closeTask } from '#src/modules/desk/tasks/state.ts'
import { TaskDialog } from '#src/modules/desk/tasks/task-dialog.tsx'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { Crumbs } from './crumbs.tsx'

const me = 12_400
type Given = { path: string; codes: string[]; record?: string }
const { routes } = JSON.parse(readFileSync('tests/spec/routes.json', 'utf8')) as { routes: Given[] }

beforeAll(() => speakEnglish('task', 'crud', 'ui', 'user', 'customer', 'problems', 'keys', 'shell'))
beforeEach(async () => {
  syncDouble()
  await begin({ userId: me, permissions: allPermissions })
  beginFor(me)
  act(closeTask)
})

test.each(routes.filter(({ record }) => record))('Add Task on $path is about its $record', async given => {
  // Most of these pages come with their modules: of them there is the address so far.
  const handle = { path: given.path, title: 'shell:titles.home', codes: given.codes }
  const page = (
    <>
      <Crumbs />
      <TaskDialog />
    </>
  )
  const here = given.path.replace(':id', '4711')
  const hand = showAtWork(
    me,
    createMemoryRouter([{ path: given.path, handle, element: page }], { initialEntries: [here] }),
  )
  await hand.click(await screen.findByRole('button', { name: 'Add Task' }))
  const dialog = within(await screen.findByRole('dialog'))
  const chip = (await dialog.findByText('#4711')).closest('li')!
  const field = given.record!.replace(/_./g, part => part[1]!.toUpperCase())
  expect(
    within(chip).getByRole('button', { name: new RegExp(`^Remove ${i18next.t(`task:fields.${field}`)}$`) }),
  ).toBeTruthy()
})
