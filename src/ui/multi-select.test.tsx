import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { MultiSelect, type MultiSelectProps } from './multi-select.tsx'
import { partTexts } from './testing.ts'

beforeAll(async () => {
  await partTexts()
  // jsdom lays nothing out; a list of rows needs to believe that it has a height.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
})

const roles = ['Owner', 'Desk', 'Warehouse', 'Technician'].map((label, i) => ({ value: i + 1, label }))

function Host(props: Partial<MultiSelectProps<number>>) {
  const [value, setValue] = useState<readonly number[]>(props.value ?? [])
  return <MultiSelect aria-label="Roles" options={roles} {...props} value={value} onChange={setValue} />
}
const input = () => screen.getByRole('combobox', { name: 'Roles' })
const chips = () => screen.queryAllByRole('listitem').map(chip => chip.textContent)

it('takes several one after the other while its list stays open, and finds them by typing', async () => {
  const user = userEvent.setup()
  render(<Host />)
  await user.click(input())
  await user.click(await screen.findByRole('option', { name: 'Desk' }))
  expect(chips()).toEqual(['Desk'])
  await user.type(input(), 'tech')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  expect(chips()).toEqual(['Desk', 'Technician'])
  expect(input()).toHaveProperty('value', '')
  expect(screen.getByRole('option', { name: 'Desk', selected: true })).toBeDefined()
})

it('takes one away by its cross, by choosing it again, and by Backspace in the empty field', async () => {
  const user = userEvent.setup()
  render(<Host value={[1, 2, 3]} />)
  await user.click(screen.getByRole('button', { name: 'Remove Desk' }))
  expect(chips()).toEqual(['Owner', 'Warehouse'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Warehouse' }))
  await user.click(input())
  await user.keyboard('{Backspace}')
  expect(chips()).toEqual(['Owner'])
  await user.click(await screen.findByRole('option', { name: 'Owner', selected: true }))
  expect(chips()).toEqual([])
})

it('adds nothing that is disabled, and lets go of it where it is there already', async () => {
  const user = userEvent.setup()
  const off = roles.map(role => ({ ...role, disabled: role.label !== 'Desk' }))
  render(<Host options={off} value={[1]} />)
  await user.click(input())
  await user.click(await screen.findByRole('option', { name: 'Warehouse' }))
  expect(chips()).toEqual(['Owner'])
  await user.click(screen.getByRole('button', { name: 'Remove Owner' }))
  expect(chips()).toEqual([])
})

it('changes nothing where it is disabled as a whole', async () => {
  render(<Host disabled value={[1]} />)
  expect(screen.queryByRole('button', { name: 'Remove Owner' })).toBeNull()
  expect(input()).toHaveProperty('disabled', true)
})

it('says a value by name that is not among its choices', () => {
  render(<Host value={[9]} nameOf={value => (value === 9 ? 'Stock keeper' : undefined)} />)
  expect(chips()).toEqual(['Stock keeper'])
})
