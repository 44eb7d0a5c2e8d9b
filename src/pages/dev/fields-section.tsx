import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ColourInput } from '#src/ui/colour-input.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { Field } from '#src/ui/field.tsx'
import { MoneyInput } from '#src/ui/money-input.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { RadioGroup } from '#src/ui/radio-group.tsx'
import { Select } from '#src/ui/select.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { Name, Section, States } from './section.tsx'

const couriers = [
  { value: 'delhivery', label: 'Delhivery', hint: '2 days, ₹96' },
  { value: 'maruti', label: 'Shree Maruti', hint: '3 days, ₹71' },
  { value: 'bluedart', label: 'Blue Dart', hint: '1 day, ₹164', disabled: true },
]
const first = ['Ananya', 'Rohan', 'Fatima', 'Gurpreet', 'Meera', 'José', 'Kaveri', 'Sanjay', 'Divya', 'Mohammed']
const last = ['Banerjee', 'Deshpande', 'Khan', 'Singh', 'Nair', 'Pereira', 'Mehta', 'Rao', 'Kapoor', 'Irfan']
const customers = Array.from({ length: 10_000 }, (_, i) => ({
  value: i + 1,
  label: `${first[i % 10]} ${last[Math.floor(i / 10) % 10]}`,
  hint: `+91 ${98300 + (i % 700)} ${String(10_000 + i)}`,
  search: `${98300 + (i % 700)}${10_000 + i}`,
}))
const words = ['Packing', 'In repair', 'Waiting for part', 'Checked, passed', 'Ready for collection']
const nothing = () => undefined

export function FieldsSection() {
  return (
    <Section title="Fields">
      <States heads={['Empty', 'Filled', 'Error', 'Disabled', 'Loading']}>
        <Name>Input</Name>
        <TextInput aria-label="Search" icon={Search} placeholder="Search" value="" onChange={nothing} />
        <TextInput aria-label="Search" icon={Search} value="Ananya" onChange={nothing} clearable />
        <TextInput aria-label="Search" icon={Search} value="70001" onChange={nothing} invalid />
        <TextInput aria-label="Search" icon={Search} value="Ananya" onChange={nothing} disabled />
        <TextInput aria-label="Search" icon={Search} value="Ananya" onChange={nothing} loading />
        <Name>Select</Name>
        <Select aria-label="Courier" options={couriers} value={null} onChange={nothing} />
        <Select aria-label="Courier" options={couriers} value="delhivery" onChange={nothing} />
        <Select aria-label="Courier" options={couriers} value="delhivery" onChange={nothing} invalid />
        <Select aria-label="Courier" options={couriers} value="delhivery" onChange={nothing} disabled />
        <Select aria-label="Courier" options={couriers} value="delhivery" onChange={nothing} loading />
        <Name>Combobox</Name>
        <Combobox aria-label="Courier" options={couriers} value={null} onChange={nothing} />
        <Combobox aria-label="Courier" options={couriers} value="maruti" onChange={nothing} />
        <Combobox aria-label="Courier" options={couriers} value="maruti" onChange={nothing} invalid />
        <Combobox aria-label="Courier" options={couriers} value="maruti" onChange={nothing} disabled />
        <Combobox aria-label="Courier" options={couriers} value="maruti" onChange={nothing} loading />
        <Name>Money</Name>
        <MoneyInput aria-label="Price" value={null} onChange={nothing} />
        <MoneyInput aria-label="Price" value={499900} onChange={nothing} />
        <MoneyInput aria-label="Price" value={129950} onChange={nothing} invalid />
        <MoneyInput aria-label="Price" value={499900} onChange={nothing} disabled />
        <MoneyInput aria-label="Price" value={499900} onChange={nothing} loading />
        <Name>Date</Name>
        <DateInput aria-label="Promised" value={null} onChange={nothing} />
        <DateInput aria-label="Promised" value="2026-11-21" onChange={nothing} />
        <DateInput aria-label="Promised" value="21/13" onChange={nothing} invalid />
        <DateInput aria-label="Promised" value="2026-11-21" onChange={nothing} disabled />
        <span />
        <Name>Checkbox</Name>
        <span className="flex gap-3">
          <Checkbox aria-label="Off" checked={false} onChange={nothing} />
        </span>
        <span className="flex gap-3">
          <Checkbox aria-label="On" checked onChange={nothing} />
          <Checkbox aria-label="Mixed" checked="mixed" onChange={nothing} />
        </span>
        <span className="flex gap-3">
          <Checkbox aria-label="Off" checked={false} onChange={nothing} invalid />
          <Checkbox aria-label="On" checked onChange={nothing} invalid />
        </span>
        <span className="flex gap-3">
          <Checkbox aria-label="Off" checked={false} onChange={nothing} disabled />
          <Checkbox aria-label="On" checked onChange={nothing} disabled />
          <Checkbox aria-label="Mixed" checked="mixed" onChange={nothing} disabled />
        </span>
        <span />
        <Name>Radio</Name>
        <Radio value={null} />
        <Radio value="a" />
        <Radio value="a" invalid />
        <Radio value="a" disabled />
        <span />
        <Name>Switch</Name>
        <Switch aria-label="Active" checked={false} onChange={nothing} />
        <Switch aria-label="Active" checked onChange={nothing} />
        <Switch aria-label="Active" checked={false} onChange={nothing} invalid />
        <span className="flex gap-3">
          <Switch aria-label="Active" checked={false} onChange={nothing} disabled />
          <Switch aria-label="Active" checked onChange={nothing} disabled />
        </span>
        <span />
        <Name>Colour</Name>
        <ColourInput aria-label="Colour" value={null} onChange={nothing} />
        <ColourInput aria-label="Colour" value="#1c8548" onChange={nothing} />
        <ColourInput aria-label="Colour" value="#123456" onChange={nothing} invalid />
        <ColourInput aria-label="Colour" value="#1c8548" onChange={nothing} disabled />
        <ColourInput aria-label="Colour" value="#d2610c" onChange={nothing} compact />
      </States>
      <Live />
    </Section>
  )
}

function Radio(props: { value: string | null; invalid?: boolean; disabled?: boolean }) {
  const options = [
    { value: 'a', label: 'Cash' },
    { value: 'b', label: 'UPI' },
  ]
  return <RadioGroup inline aria-label="Paid by" options={options} onChange={nothing} {...props} />
}

/** Fields that work: what the states above cannot show. */
function Live() {
  const [serial, setSerial] = useState('KWP24-118219')
  const [pin, setPin] = useState('70001')
  const [customer, setCustomer] = useState<number | null>(7)
  const [word, setWord] = useState<string | null>(null)
  const [made, setMade] = useState(words)
  const [courier, setCourier] = useState<string | null>(null)
  const [price, setPrice] = useState<number | string | null>(129950)
  const [count, setCount] = useState<number | string | null>(12)
  const [day, setDay] = useState<string | null>('2026-11-24')
  const [colour, setColour] = useState<string | null>('#1c8548')
  const [note, setNote] = useState('')
  const [password, setPassword] = useState('correct horse')
  const [ways, setWays] = useState<string[]>(['sms'])
  const [active, setActive] = useState(true)
  const [payment, setPayment] = useState('upi')
  return (
    <div className="mt-2 grid gap-x-5 gap-y-4 md:grid-cols-2 lg:grid-cols-3">
      <Field label="Serial" hint="On the label under the battery lid." required>
        <TextInput value={serial} onChange={setSerial} clearable />
      </Field>
      <Field label="PIN code" required error={/^\d{6}$/.test(pin) ? undefined : 'Enter 6 digits, like 700019.'}>
        <TextInput value={pin} onChange={setPin} inputMode="numeric" />
      </Field>
      <Field label="Customer" aside={`${customers.length.toLocaleString('en')} to choose from`}>
        <Combobox options={customers} value={customer} onChange={setCustomer} icon={Search} />
      </Field>
      <Field label="Status" hint="What is not there can be made.">
        <Combobox
          options={made.map(label => ({ value: label, label }))}
          value={word}
          onChange={setWord}
          onCreate={text => {
            setMade([...made, text])
            setWord(text)
          }}
        />
      </Field>
      <Field label="Courier">
        <Select options={couriers} value={courier} onChange={setCourier} />
      </Field>
      <Field label="Price" error={typeof price === 'string' ? 'Enter an amount, like 1,299.50.' : undefined}>
        <MoneyInput value={price} onChange={setPrice} />
      </Field>
      <Field label="Quantity">
        <NumberInput value={count} onChange={setCount} min={0} suffix="pcs" />
      </Field>
      <Field label="Promised">
        <DateInput value={day} onChange={setDay} />
      </Field>
      <Field label="Colour">
        <ColourInput value={colour} onChange={setColour} />
      </Field>
      <Field label="Note" aside="Optional">
        <TextArea value={note} onChange={setNote} placeholder="What the bench should know" />
      </Field>
      <Field label="Password">
        <PasswordInput value={password} onChange={setPassword} />
      </Field>
      <Field label="Paid by" group>
        <RadioGroup
          value={payment}
          onChange={setPayment}
          options={[
            { value: 'upi', label: 'UPI', hint: 'Settled the same day' },
            { value: 'cash', label: 'Cash' },
          ]}
        />
      </Field>
      <Field label="Tell the customer" group>
        <div>
          {['sms', 'mail'].map(way => (
            <div key={way}>
              <Checkbox
                label={way === 'sms' ? 'By SMS' : 'By e-mail'}
                checked={ways.includes(way)}
                onChange={on => setWays(on ? [...ways, way] : ways.filter(other => other !== way))}
              />
            </div>
          ))}
        </div>
      </Field>
      <Field label="Reminders" group>
        <Switch label={active ? 'On' : 'Off'} checked={active} onChange={setActive} />
      </Field>
    </div>
  )
}
