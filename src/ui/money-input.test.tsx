import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it, test } from 'vitest'
import { DateInput } from './date-input.tsx'
import { MoneyInput } from './money-input.tsx'
import { NumberInput } from './number-input.tsx'
import { partTexts } from './testing.ts'

beforeAll(partTexts)

let last: number | string | null | undefined
/** Notes what a field says, and keeps it. */
function noting<V>(keep: (value: V) => void) {
  return (value: V) => {
    last = value as number | string | null
    keep(value)
  }
}
function Money({ start = null }: { start?: number | null }) {
  const [value, setValue] = useState<number | string | null>(start)
  return <MoneyInput aria-label="Price" value={value} onChange={noting<number | string | null>(setValue)} />
}
const price = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' })

test.each([
  ['1,299.50', 129950, '1,299.50'],
  ['1299.5', 129950, '1,299.50'],
  ['₹ 500/-', 50000, '500'],
  ['184250', 18425000, '1,84,250'],
  ['12k', 1200000, '12,000'],
])('%j typed is %d paise and is shown as %s once the field is left', async (text, minor, shown) => {
  const user = userEvent.setup()
  render(<Money />)
  await user.type(price(), text)
  expect(price().value).toBe(text)
  expect(last).toBe(minor)
  await user.tab()
  expect(price().value).toBe(shown)
})

it('keeps what it cannot read and marks it, rather than saving something else', async () => {
  const user = userEvent.setup()
  render(<Money start={100} />)
  await user.clear(price())
  expect(last).toBeNull()
  await user.type(price(), '12 rupees?')
  expect(last).toBe('12 rupees?')
  await user.tab()
  expect(price().value).toBe('12 rupees?')
  expect(price().getAttribute('aria-invalid')).toBe('true')
  await user.clear(price())
  await user.type(price(), '12')
  await user.tab()
  expect([last, price().value]).toEqual([1200, '12'])
  expect(price().hasAttribute('aria-invalid')).toBe(false)
})

it('counts up and down with the arrow keys, not beyond its limits', async () => {
  const user = userEvent.setup()
  function Host() {
    const [value, setValue] = useState<number | string | null>(1)
    return (
      <NumberInput
        aria-label="Quantity"
        value={value}
        onChange={noting<number | string | null>(setValue)}
        min={0}
        max={3}
      />
    )
  }
  render(<Host />)
  screen.getByRole('textbox', { name: 'Quantity' }).focus()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(last).toBe(3)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(last).toBe(0)
})

it('reads a day as it is typed, shows it in full, and hands on what is no day for checking to refuse', async () => {
  const user = userEvent.setup()
  function Host() {
    const [value, setValue] = useState<string | null>(null)
    return <DateInput aria-label="Promised" value={value} onChange={noting<string | null>(setValue)} />
  }
  render(<Host />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Promised' })
  await user.type(input, '24/11/26')
  expect(last).toBe('2026-11-24')
  await user.tab()
  expect(input.value).toBe('24 Nov 2026')
  await user.clear(input)
  expect(last).toBeNull()
  await user.type(input, '31/2/26')
  await user.tab()
  expect([last, input.value]).toEqual(['31/2/26', '31/2/26'])
})

it('says what it understood while it is typed, and no longer once that stands there', async () => {
  const user = userEvent.setup()
  const { container } = render(<Money />)
  const understood = () => container.querySelector('[data-understood]')?.textContent
  await user.type(price(), '12k')
  expect(understood()).toBe('= ₹12,000')
  await user.tab()
  expect(understood()).toBeUndefined()
})

it('shows another value at once, also while it is typed into', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<MoneyInput aria-label="Price" value={null} onChange={() => undefined} />)
  function Host() {
    const [value, setValue] = useState<number | string | null>(null)
    return (
      <>
        <MoneyInput aria-label="Price" value={value} onChange={setValue} />
        <button onMouseDown={event => event.preventDefault()} onClick={() => setValue(50000)}>
          Draft
        </button>
      </>
    )
  }
  rerender(<Host />)
  await user.type(price(), '1234')
  await user.click(screen.getByRole('button', { name: 'Draft' }))
  expect(price().value).toBe('500')
})
