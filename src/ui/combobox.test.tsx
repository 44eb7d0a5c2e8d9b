import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Combobox, type ComboboxProps } from './combobox.tsx'
import { Select } from './select.tsx'
import { partTexts } from './testing.ts'

beforeAll(async () => {
  await partTexts()
  // jsdom lays nothing out; a list of rows needs to believe that it has a height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
})

const customers = Array.from({ length: 10_000 }, (_, i) => ({ value: i + 1, label: `Customer ${i + 1}` }))
let chosen: number | null | 'not asked'
beforeEach(() => {
  chosen = 'not asked'
})

function Host(props: Partial<ComboboxProps<number>>) {
  const [value, setValue] = useState<number | null>(props.value ?? null)
  const choose = (next: number | null) => {
    chosen = next
    setValue(next)
  }
  return <Combobox aria-label="Customer" options={customers} {...props} value={value} onChange={choose} />
}
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' })
const labels = () => screen.queryAllByRole('option').map(option => option.textContent)

describe('a combobox over 10,000 customers', () => {
  it('draws only the rows in sight', async () => {
    const user = userEvent.setup()
    render(<Host />)
    await user.click(input())
    await waitFor(() => expect(labels().length).toBeGreaterThan(3))
    expect(labels().length).toBeLessThan(40)
    expect(labels()[0]).toBe('Customer 1')
  })

  it('is searched and chosen from with the keyboard alone', async () => {
    const user = userEvent.setup()
    render(<Host />)
    await user.tab()
    await user.keyboard('9999')
    await waitFor(() => expect(labels()).toEqual(['Customer 9999']))
    await user.keyboard('{Enter}')
    expect(chosen).toBe(9999)
    expect(input().value).toBe('Customer 9999')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })

  it('keeps its rows in the page where they are looked up again and say the same', async () => {
    const few = () => [1, 2].map(value => ({ value, label: `Customer ${value}` }))
    const user = userEvent.setup()
    const { rerender } = render(<Host options={few()} onSearch={() => undefined} />)
    await user.click(input())
    const second = await screen.findByRole('option', { name: 'Customer 2' })
    rerender(<Host options={few()} onSearch={() => undefined} />)
    expect(second.isConnected).toBe(true)
    await user.click(second)
    expect(chosen).toBe(2)
  })

  it('moves down with the arrow keys', async () => {
    const user = userEvent.setup()
    render(<Host />)
    await user.tab()
    await user.paste('customer 123')
    await waitFor(() => expect(labels()[0]).toBe('Customer 123'))
    await user.keyboard('{ArrowDown}{Enter}')
    expect(chosen).toBe(1230)
  })

  it('leaves the choice as it was on Escape', async () => {
    const user = userEvent.setup()
    render(<Host value={7} />)
    expect(input().value).toBe('Customer 7')
    await user.click(input())
    await user.keyboard('99{Escape}')
    expect(chosen).toBe('not asked')
    await waitFor(() => expect(input().value).toBe('Customer 7'))
  })

  it('says when nothing matches, and that cannot be chosen', async () => {
    const user = userEvent.setup()
    render(<Host />)
    await user.tab()
    await user.paste('nobody')
    await waitFor(() => expect(labels()).toEqual(['Nothing matches “nobody”']))
    await user.keyboard('{Enter}')
    expect(chosen).toBe('not asked')
  })

  it('is emptied with its button', async () => {
    const user = userEvent.setup()
    render(<Host value={7} />)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(chosen).toBeNull()
    expect(input().value).toBe('')
  })
})

describe('a combobox that can make what is missing', () => {
  it('offers it last, by keyboard, unless it is there already', async () => {
    const user = userEvent.setup()
    const made = vi.fn()
    render(<Host onCreate={made} />)
    await user.tab()
    await user.paste('Customer 10000')
    await waitFor(() => expect(labels()).toEqual(['Customer 10000']))
    await user.keyboard('1')
    await waitFor(() => expect(labels()).toEqual(['Create “Customer 100001”']))
    await user.keyboard('{Enter}')
    expect(made.mock.calls).toEqual([['Customer 100001']])
    expect(chosen).toBe('not asked')
  })
})

it('a combobox that looks things up hands on the words and shows what comes back', async () => {
  const user = userEvent.setup()
  const asked = vi.fn()
  const { rerender } = render(<Host options={[]} onSearch={asked} loading />)
  await user.tab()
  await user.keyboard('kol')
  expect(asked).toHaveBeenLastCalledWith('kol')
  await waitFor(() => expect(labels()).toEqual(['Loading']))
  rerender(<Host options={[{ value: 3, label: 'Calcutta' }]} onSearch={asked} />)
  await waitFor(() => expect(labels()).toEqual(['Calcutta']))
  await user.keyboard('{Enter}')
  expect(chosen).toBe(3)
})

it('Enter waits for the choices that belong to what is typed, and takes the first of them', async () => {
  const user = userEvent.setup()
  const before = [{ value: 1, label: 'Delhi' }]
  const { rerender } = render(<Host options={before} onSearch={() => undefined} />)
  await user.tab()
  await waitFor(() => expect(labels()).toEqual(['Delhi']))
  rerender(<Host options={before} onSearch={() => undefined} loading />)
  await user.keyboard('kol{Enter}')
  expect(chosen).toBe('not asked')
  const found = [
    { value: 3, label: 'Kolkata' },
    { value: 4, label: 'Kollam' },
  ]
  rerender(<Host options={found} onSearch={() => undefined} />)
  await waitFor(() => expect(chosen).toBe(3))
  await waitFor(() => expect(labels()).toEqual([]))

  // Whoever types on has not chosen.
  chosen = 'not asked'
  rerender(<Host options={found} onSearch={() => undefined} loading />)
  await user.keyboard('koll{Enter}a')
  rerender(<Host options={found} onSearch={() => undefined} />)
  await waitFor(() => expect(labels()).toEqual(['Kolkata', 'Kollam']))
  expect(chosen).toBe('not asked')
})

it('a value whose option is not here yet still shows its name', () => {
  render(<Host options={[]} value={12} valueLabel="Ananya Banerjee" />)
  expect(input().value).toBe('Ananya Banerjee')
})

it('a select opens, moves and chooses by keyboard and skips what cannot be chosen', async () => {
  const user = userEvent.setup()
  const options = [
    { value: 'a', label: 'Delhivery' },
    { value: 'b', label: 'Blue Dart', disabled: true },
    { value: 'c', label: 'Shree Maruti' },
  ]
  const heard: string[] = []
  render(<Select aria-label="Courier" options={options} value="a" onChange={value => heard.push(value)} />)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Courier, Delhivery' }))
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('listbox')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(heard).toEqual(['c'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button')))
})
