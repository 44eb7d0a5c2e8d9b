import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { Tabs } from './tabs.tsx'
import { partTexts } from './testing.ts'

beforeAll(partTexts)
const did = vi.fn()
beforeEach(() => did.mockClear())

const Where = () => <output>{useLocation().pathname}</output>
function Host() {
  return (
    <MemoryRouter>
      <Menu
        trigger={<Button>More</Button>}
        items={[
          {
            heading: 'Move to',
            items: [
              { label: 'Dispatched', shortcut: 'Alt D', onSelect: () => did('dispatched') },
              { label: 'Delivered', disabled: 'Not dispatched yet', onSelect: () => did('delivered') },
              { label: 'Lost', disabled: true, onSelect: () => did('lost') },
            ],
          },
          { items: [] },
          {
            items: [
              { label: 'History', to: '/history' },
              { label: 'Archive', danger: true, onSelect: () => did('archive') },
            ],
          },
        ]}
      />
      <Where />
    </MemoryRouter>
  )
}
const active = () => {
  const id = screen.getByRole('menu').getAttribute('aria-activedescendant')
  return id && document.getElementById(id)?.textContent
}

describe('a menu', () => {
  it('opens, moves and acts by keyboard, and gives the focus back', async () => {
    const user = userEvent.setup()
    render(<Host />)
    await user.tab()
    await user.keyboard('{Enter}')
    await screen.findByRole('menu')
    await waitFor(() => expect(active()).toBe('DispatchedAlt D'))
    await user.keyboard('{End}')
    expect(active()).toBe('Archive')
    await user.keyboard('{Enter}')
    expect(did.mock.calls).toEqual([['archive']])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  it('finds an entry by its first letters', async () => {
    // jsdom knows no innerText.
    Object.defineProperty(HTMLElement.prototype, 'innerText', {
      configurable: true,
      get(this: HTMLElement) {
        return this.textContent
      },
    })
    const user = userEvent.setup()
    render(<Host />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menu')
    await user.keyboard('hi')
    await waitFor(() => expect(active()).toBe('History'))
  })

  it('lets everyone read why an entry cannot be used, and does not do it', async () => {
    const user = userEvent.setup()
    render(<Host />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menu')
    await user.keyboard('{Home}{ArrowDown}')
    expect(active()).toBe('DeliveredNot dispatched yet')
    await user.click(screen.getByRole('menuitem', { name: /^Delivered/ }))
    await user.keyboard('{Enter}')
    expect(did).not.toHaveBeenCalled()
  })

  it('leaves out an entry that is simply off when moving', async () => {
    const user = userEvent.setup()
    render(<Host />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menu')
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}')
    expect(active()).toBe('History')
  })

  it('goes to another page through a link', async () => {
    const user = userEvent.setup()
    render(<Host />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'History' }))
    expect(screen.getByRole('status').textContent).toBe('/history')
  })
})

describe('tabs', () => {
  const tabs = [
    { value: 'open', label: 'All open', count: 1214 },
    { value: 'late', label: 'Late', disabled: true },
    { value: 'done', label: 'Done' },
  ]
  function TabHost() {
    const [value, setValue] = useState('open')
    return <Tabs id="views" label="Views" tabs={tabs} value={value} onChange={setValue} />
  }

  it('are one stop of the Tab key and are walked with the arrow keys', async () => {
    const user = userEvent.setup()
    render(<TabHost />)
    await user.tab()
    expect(document.activeElement?.textContent).toBe('All open1,214')
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Done')
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('All open1,214')
    await user.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe('Done')
  })

  it('turn round where the page runs from right to left', async () => {
    const user = userEvent.setup()
    render(
      <div style={{ direction: 'rtl' }}>
        <TabHost />
      </div>,
    )
    await user.tab()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Done')
  })
})

it('a segmented control says what it is and what is chosen', async () => {
  const user = userEvent.setup()
  const heard: string[] = []
  const options = ['day', 'week'].map(value => ({ value, label: value }))
  render(<SegmentedControl label="Range" options={options} value="day" onChange={value => heard.push(value)} />)
  expect(screen.getByRole('radiogroup', { name: 'Range' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'day' }).checked).toBe(true)
  await user.click(screen.getByText('week'))
  expect(heard).toEqual(['week'])
})

it('a button that is at work keeps the focus and answers no second press', async () => {
  const user = userEvent.setup()
  const submit = vi.fn((event: React.FormEvent) => event.preventDefault())
  const { rerender } = render(
    <form onSubmit={submit}>
      <Button type="submit" onClick={did}>
        Save
      </Button>
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect([did.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1])
  rerender(
    <form onSubmit={submit}>
      <Button type="submit" loading onClick={did}>
        Save
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  await user.click(button)
  await user.keyboard('{Enter}')
  expect([did.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1])
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
})
