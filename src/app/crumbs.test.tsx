import { act, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
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

const about = routes.filter(({ record }) => record)
const fieldOf = ({ record }: Given) => record!.replace(/_./g, part => part[1]!.toUpperCase())
const isThere = (given: Given) => fieldOf(given) in register

async function addTask(given: Given) {
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
  await dialog.findByRole('button', { name: /^Add Task/ })
  return dialog
}

test.each(about.filter(isThere))('Add Task on $path is about its $record', async given => {
  const dialog = await addTask(given)
  const chip = (await dialog.findByText('#4711')).closest('li')!
  const words = i18next.t(`task:fields.${fieldOf(given)}`)
  expect(within(chip).getByRole('button', { name: new RegExp(`^Remove ${words}$`) })).toBeTruthy()
})

test.each(about.filter(given => !isThere(given)))(
  'Add Task on $path is about nothing, as long as nobody could say whether there is such a $record',
  async given => {
    expect((await addTask(given)).queryByText('#4711')).toBeNull()
  },
)
