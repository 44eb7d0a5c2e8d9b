import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { Combobox } from './combobox.tsx'
import { DateInput } from './date-input.tsx'
import { Field } from './field.tsx'
import { MoneyInput } from './money-input.tsx'
import { NumberInput } from './number-input.tsx'
import { PasswordInput } from './password-input.tsx'
import { RadioGroup } from './radio-group.tsx'
import { Select } from './select.tsx'
import { partTexts } from './testing.ts'
import { TextArea } from './text-area.tsx'
import { TextInput } from './text-input.tsx'

beforeAll(partTexts)
const nothing = () => undefined
const options = [
  { value: 'a', label: 'Delhivery' },
  { value: 'b', label: 'Blue Dart' },
]

const controls = {
  TextInput: <TextInput value="" onChange={nothing} />,
  TextArea: <TextArea value="" onChange={nothing} />,
  PasswordInput: <PasswordInput value="" onChange={nothing} />,
  NumberInput: <NumberInput value={1} onChange={nothing} />,
  MoneyInput: <MoneyInput value={1} onChange={nothing} />,
  DateInput: <DateInput value={null} onChange={nothing} />,
  Combobox: <Combobox options={options} value="a" onChange={nothing} />,
  Checkbox: <Checkbox checked={false} onChange={nothing} />,
}

describe('a field ties its control to label, hint and error', () => {
  it.each(Object.entries(controls))('%s', (_name, control) => {
    render(
      <Field id="pin" label="PIN code" hint="Six digits" error="Enter 6 digits, like 700019." required>
        {control}
      </Field>,
    )
    const input = document.getElementById('pin')!
    expect(screen.getByLabelText('PIN code')).toBe(input)
    const described = input.getAttribute('aria-describedby')!.split(' ')
    expect(described.map(id => document.getElementById(id)?.textContent)).toEqual([
      'Six digits',
      'Enter 6 digits, like 700019.',
    ])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-required')).toBe('true')
  })

  it('names a select by the label and by what is chosen', () => {
    render(
      <Field id="courier" label="Courier" error="Choose another">
        <Select options={options} value="b" onChange={nothing} />
      </Field>,
    )
    const button = screen.getByRole('button', { name: 'Courier Blue Dart' })
    expect(button.id).toBe('courier')
    expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe('Choose another')
  })

  it('names a group, not its first input', () => {
    render(
      <Field label="Paid by" group error="Choose one">
        <RadioGroup options={options} value={null} onChange={nothing} />
      </Field>,
    )
    const group = screen.getByRole('radiogroup', { name: 'Paid by' })
    expect(group.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })

  it('says nothing of hints and errors that are not there', () => {
    render(
      <Field label="Name" aside="Optional">
        <TextInput value="" onChange={nothing} />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Name' })
    expect(input.hasAttribute('aria-describedby')).toBe(false)
    expect(input.hasAttribute('aria-invalid')).toBe(false)
  })

  it('switches its control off', () => {
    render(
      <Field label="Courier" disabled>
        <Select options={options} value="b" onChange={nothing} />
      </Field>,
    )
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  })
})

describe('small controls', () => {
  it('empties a text input and keeps the focus in it', async () => {
    const user = userEvent.setup()
    function Host() {
      const [value, setValue] = useState('KWP24')
      return <TextInput aria-label="Serial" value={value} onChange={setValue} clearable />
    }
    render(<Host />)
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Serial' })
    expect(input.value).toBe('')
    expect(document.activeElement).toBe(input)
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it('shows and hides a password without losing it', async () => {
    const user = userEvent.setup()
    render(<PasswordInput aria-label="Password" value="secret" onChange={nothing} />)
    const input = screen.getByLabelText<HTMLInputElement>('Password')
    expect(input.type).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect([input.type, input.value]).toEqual(['text', 'secret'])
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.type).toBe('password')
  })

  it('shows a checkbox that stands for some of its rows as mixed', async () => {
    const user = userEvent.setup()
    const heard: boolean[] = []
    render(<Checkbox label="All rows" checked="mixed" onChange={on => heard.push(on)} />)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All rows' })
    expect(box.indeterminate).toBe(true)
    await user.click(screen.getByText('All rows'))
    expect(heard).toEqual([true])
  })
})
