import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createBrowserRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble } from '../../tests/support/sync-double.ts'
import { DetailHead } from './detail-head.tsx'
import { RowMenu } from './list/row-menu.tsx'
import { defineScreens } from './screens.ts'
import { ThisRecord } from './this-record.tsx'

const branches = defineScreens(dealerBranch, { columns: ['name'], form: [['name']], routes: {} })
const row = { ...itemRow(5), name: 'Sharma Electronics' } as Row
const link = `${location.origin}/places/5`
const places = {
  'head of a record': (
    <ThisRecord screens={branches} row={row}>
      <DetailHead />
    </ThisRecord>
  ),
  'menu of a row': (
    <RowMenu
      module={dealerBranch}
      row={row}
      to="/places/5"
      edit={undefined}
      trail={undefined as never}
      opening="pressed"
      trigger={<button type="button">Row</button>}
    />
  ),
}

let userId = 6_700
beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch', 'problems', 'keys'))
beforeEach(async () => {
  syncDouble()
  userId += 1
  await begin({ userId, permissions: ['52-a', '52-d'] })
  window.history.replaceState(null, '', '/places/5')
})

async function copyIn(place: keyof typeof places) {
  showAtWork(userId, createBrowserRouter([{ path: '*', element: places[place] }]))
  const hand = userEvent.setup({ delay: null })
  if (place === 'head of a record') await hand.click(await screen.findByRole('button', { name: 'More' }))
  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  const press = async () => hand.click(await screen.findByRole('menuitem', { name: 'Copy link' }))
  return { hand, writeText, press }
}
const said = () => shownToasts().map(({ message }) => message)

test.each(Object.keys(places) as (keyof typeof places)[])(
  'a link that the browser does not let us copy is shown, and called copied once it is: %s',
  async place => {
    const { hand, writeText, press } = await copyIn(place)
    writeText.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
    const before = said().length
    await press()
    expect(await screen.findByRole('dialog', { name: 'The link was not copied' })).toBeTruthy()
    const shown = screen.getByDisplayValue<HTMLInputElement>(link)
    shown.focus()
    expect([shown.selectionStart, shown.selectionEnd]).toEqual([0, link.length])
    expect(said().length).toBe(before)
    await hand.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(said().at(-1)).toBe('Link copied'))
    expect(await navigator.clipboard.readText()).toBe(link)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)
