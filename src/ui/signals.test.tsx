import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { Banner } from './banner.tsx'
import { Chip } from './chip.tsx'
import { ColourInput, colourPalette, readHex } from './colour-input.tsx'
import { Count } from './count.tsx'
import { Progress } from './progress.tsx'
import { RecordNumber } from './record-number.tsx'
import { StageRail } from './stage-rail.tsx'
import { StatusPill, type StatusPillProps } from './status-pill.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from './table.tsx'
import { partTexts } from './testing.ts'
import { Tooltip } from './tooltip.tsx'

beforeAll(partTexts)
afterEach(() => {
  vi.useRealTimers()
})

describe('the stage rail', () => {
  const stages = ['logged', 'received', 'diagnosed', 'approved', 'repaired', 'checked', 'delivered']
  test.each([
    ['logged', 1],
    ['diagnosed', 3],
    ['checked', 5],
    ['delivered', 5],
    ['lost', 0],
  ])('%s fills %d of five segments', (stage, on) => {
    const { container } = render(<StageRail stages={stages} stage={stage} label="Word" />)
    expect(container.querySelectorAll('.bg-mark')).toHaveLength(on)
    expect(container.querySelectorAll('.bg-mark, .bg-line-strong')).toHaveLength(5)
    expect(container.textContent).toBe('Word')
  })
})

describe('the pill in the header says in words what is true', () => {
  test.each<[StatusPillProps, string]>([
    [{ state: 'sent' }, 'Sent'],
    [{ state: 'sending', count: 2 }, 'Sending'],
    [{ state: 'shut' }, 'Kept data cannot be opened'],
    [{ state: 'unsent', count: 2_310 }, 'Unsent (2,310)'],
    [{ state: 'offline' }, 'Offline'],
    [{ state: 'offline', count: 3 }, 'Offline · Unsent (3)'],
    [{ state: 'offline', count: 3, age: 'lists from 10:20' }, 'Offline · Unsent (3) · lists from 10:20'],
    [{ state: 'decision', count: 2, age: 'lists from 10:20' }, 'Needs your decision (2) · lists from 10:20'],
    [{ state: 'signIn', count: 3 }, 'Sign in to send'],
    [{ state: 'refused', count: 1 }, 'Not accepted (1)'],
    [{ state: 'decision', count: 2 }, 'Needs your decision (2)'],
  ])('%j', (props, words) => {
    render(
      <MemoryRouter>
        <StatusPill {...props} to="/outbox" />
      </MemoryRouter>,
    )
    expect(screen.getByRole('link', { name: words })).toBeTruthy()
  })

  test.each<[StatusPillProps['state'], string]>([
    ['decision', 'Decide(2)'],
    ['signIn', 'Sign in'],
    ['shut', 'Not opened'],
  ])('and on a phone %s in words that have room', (state, words) => {
    render(<StatusPill state={state} count={2} />)
    const pill = document.querySelector('span.inline-flex')!
    for (const wide of pill.querySelectorAll(String.raw`.max-sm\:sr-only`)) wide.remove()
    expect(pill.textContent.replaceAll(' ', '')).toBe(words.replaceAll(' ', ''))
  })
})

it('a record number is read as it is written', () => {
  const { container } = render(<RecordNumber number="ORD-2026-002311" />)
  expect(container.textContent).toBe('ORD-2026-002311')
  expect(container.querySelector('.text-subtle')?.textContent).toBe('ORD-2026-')
})

it('a count beyond 99 says so', () => {
  const { container } = render(<Count of={214} />)
  expect(container.textContent).toBe('99+')
})

it('a banner is only read out at once when it should be', () => {
  const { rerender } = render(<Banner tone="danger" title="3 failed." />)
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(<Banner tone="danger" title="3 failed." announce />)
  expect(screen.getByRole('alert').textContent).toBe('3 failed.')
})

it('a chip names what its cross removes', async () => {
  const removed = vi.fn()
  render(
    <Chip name="Stage" onRemove={removed}>
      Packing
    </Chip>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Remove Stage' }))
  expect(removed).toHaveBeenCalledOnce()
})

it('progress says how far, or that nobody knows', () => {
  const { rerender } = render(<Progress label="Sending" value={1.4} />)
  expect(screen.getByRole('progressbar', { name: 'Sending' }).getAttribute('aria-valuenow')).toBe('100')
  rerender(<Progress label="Sending" />)
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false)
})

describe('a tooltip', () => {
  const show = () =>
    render(
      <Tooltip text="Next record" shortcut="Alt N">
        <button type="button">Next</button>
      </Tooltip>,
    )

  it('waits until the pointer rests, describes its button, and goes with Escape', () => {
    vi.useFakeTimers()
    show()
    const button = screen.getByRole('button')
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    expect(screen.queryByRole('tooltip')).toBeNull()
    act(() => {
      vi.advanceTimersByTime(500)
    })
    const tip = screen.getByRole('tooltip')
    expect(tip.textContent).toBe('Next recordAlt N')
    expect(button.getAttribute('aria-describedby')).toBe(tip.id)
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  it('does not come when the pointer only passes, nor under a finger', () => {
    vi.useFakeTimers()
    show()
    const button = screen.getByRole('button')
    fireEvent.pointerEnter(button, { pointerType: 'mouse' })
    fireEvent.pointerLeave(button)
    fireEvent.pointerEnter(button, { pointerType: 'touch' })
    act(() => {
      vi.advanceTimersByTime(5000)
    })
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})

describe('a table', () => {
  it('says how it is sorted and what is selected, and asks to be sorted', async () => {
    const sorted = vi.fn()
    render(
      <Table caption="Orders">
        <TableHead>
          <HeadCell sort="descending" onSort={sorted}>
            Order
          </HeadCell>
          <HeadCell sort="none" onSort={sorted}>
            Customer
          </HeadCell>
        </TableHead>
        <TableBody>
          <Row selected>
            <Cell>002318</Cell>
            <Cell label="Customer">Aarav</Cell>
          </Row>
        </TableBody>
      </Table>,
    )
    expect(screen.getByRole('table', { name: 'Orders' })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'Order' }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('columnheader', { name: 'Customer' }).hasAttribute('aria-sort')).toBe(false)
    expect(screen.getByRole('row', { selected: true }).textContent).toBe('002318Aarav')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Customer' }))
    expect(sorted).toHaveBeenCalledOnce()
  })
})

describe('a colour', () => {
  test.each([
    ['#1C8548', '#1c8548'],
    ['abc', '#aabbcc'],
    [' 1c8548 ', '#1c8548'],
    ['#12345', null],
    ['green', null],
    ['', null],
  ])('%j is read as %s', (text, hex) => {
    expect(readHex(text)).toBe(hex)
  })

  it('is picked by name from the palette, or typed', async () => {
    const user = userEvent.setup()
    const chosen = vi.fn()
    render(<ColourInput aria-label="Colour" value="#1c8548" onChange={chosen} />)
    await user.click(screen.getByRole('button', { name: 'Colour, Green' }))
    expect(screen.getByRole('button', { name: 'Green' }).getAttribute('aria-pressed')).toBe('true')
    const typed = screen.getByRole('textbox', { name: 'Colour as hex digits' })
    await user.clear(typed)
    expect(chosen).toHaveBeenLastCalledWith(null)
    await user.type(typed, '#FF8800')
    expect(chosen).toHaveBeenLastCalledWith('#ff8800')
    await user.click(screen.getByRole('button', { name: 'Orange' }))
    expect(chosen).toHaveBeenLastCalledWith(colourPalette.orange)
  })
})
