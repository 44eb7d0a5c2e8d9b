import { render, screen } from '@testing-library/react'
import X from 'lucide-react/icons/x'
import { readFileSync } from 'node:fs'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { Checkbox } from './checkbox.tsx'
import { Chip } from './chip.tsx'
import { Combobox } from './combobox.tsx'
import { DateInput } from './date-input.tsx'
import { IconButton } from './icon-button.tsx'
import { MoneyInput } from './money-input.tsx'
import { NumberInput } from './number-input.tsx'
import { rowLook } from './option-row.tsx'
import { PasswordInput } from './password-input.tsx'
import { RadioGroup } from './radio-group.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { Select } from './select.tsx'
import { Switch } from './switch.tsx'
import { Cell } from './table.tsx'
import { Tabs } from './tabs.tsx'
import { partTexts } from './testing.ts'
import { TextInput } from './text-input.tsx'

// How tall every control is at every size, computed: jsdom lays nothing out, so the classes of a rendered part are read
// as the browser reads them, with the tokens of the size and pointer.

beforeAll(partTexts)

const css = readFileSync('src/tokens.css', 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const theme = readFileSync('src/styles.css', 'utf8')

type Rule = { coarse: boolean; selectors: string[]; values: [string, string][] }
const rulesIn = (text: string, coarse: boolean): Rule[] =>
  [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    coarse,
    selectors: selector.split(',').map(one => one.trim()),
    values: [...body.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  }))
const media = /@media([^{]*)\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}/g
// In the order of the file, as the cascade has it: the coarse rules stand between the ladder and the rungs.
const rules = css.split(/(?=@media)/).flatMap(part => {
  const block = [...part.matchAll(media)][0]
  if (!block) return rulesIn(part, false)
  const rest = part.slice(block.index + block[0].length)
  return [...(block[1]!.includes('coarse') ? rulesIn(block[2]!, true) : []), ...rulesIn(rest, false)]
})

type Size = 'xs' | 'sm' | 'md' | 'lg'
const sizes: Size[] = ['xs', 'sm', 'md', 'lg']

/** The tokens of a part that asks for a rung, in a theme of this size, under a mouse or a finger. */
function tokens(size: Size, coarse: boolean, rung?: string) {
  const onRoot = [':root', ':root[data-control-size]', `:root[data-control-size='${size}']`]
  const onPart = rung ? [`[data-control-size='${rung}']`, `[data-control-size='${rung}']:not(:root)`] : []
  const weight = (selector: string) => (selector === ':root' ? 1 : 2)
  const own = new Map<string, { value: string; weight: number }>()
  const put = (wanted: string[]) => {
    for (const rule of rules) {
      if (rule.coarse && !coarse) continue
      const matching = rule.selectors.filter(selector => wanted.includes(selector)).map(weight)
      if (matching.length === 0) continue
      const strength = Math.max(...matching)
      for (const [name, value] of rule.values)
        if ((own.get(name)?.weight ?? 0) <= strength) own.set(name, { value, weight: strength })
    }
  }
  put(onRoot)
  // What a part says itself is stronger than what it inherits.
  for (const [name, { value }] of own) own.set(name, { value, weight: 0 })
  put(onPart)
  const value = (name: string): string => {
    const raw = own.get(name)?.value
    if (raw === undefined) throw new Error(`${name} is no token`)
    return raw.replace(/var\((--[\w-]+)\)/g, (_, other: string) => value(other))
  }
  return value
}

/** Pixels of `36px`, `calc(…)` or a spacing of the scale. */
function pixels(text: string, value: (name: string) => string): number {
  const plain = text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => value(name)).replaceAll('_', ' ')
  const sum = plain
    .replaceAll('calc', '')
    .replaceAll('px', '')
    .replace(/([\d.]+)rem/g, (_, rem: string) => `${Number(rem) * 16}`)
  if (!/^[\d\s.+*/()-]+$/.test(sum)) throw new Error(`${text} is not understood`)
  return reckon(sum)
}

/** A sum with the four kinds of reckoning and brackets. */
function reckon(sum: string): number {
  const inner = /\(([^()]*)\)/.exec(sum)
  if (inner) return reckon(sum.replace(inner[0], String(reckon(inner[1]!))))
  const [, before, sign, after] =
    /^(.+?)\s*([+-])\s*([^+-]+)$/.exec(sum) ?? /^(.+?)\s*([*/])\s*([^*/]+)$/.exec(sum) ?? []
  if (!before || !after) return Number(sum)
  const [a, b] = [reckon(before), reckon(after)]
  return sign === '+' ? a + b : sign === '-' ? a - b : sign === '*' ? a * b : a / b
}

/** The least height that the classes of an element ask for. */
function heightOf(element: Element, size: Size, coarse: boolean): number {
  const rung = element.closest<HTMLElement>('[data-control-size]')?.dataset.controlSize
  const value = tokens(size, coarse, rung)
  const classes = (element.getAttribute('class') ?? '').split(/\s+/)
  const asked = classes.flatMap(word => {
    const [, finger, what = ''] = /^(pointer-coarse:)?(?:min-)?h-(.+)$/.exec(word) ?? []
    if (!what || (finger && !coarse)) return []
    const scale = new RegExp(`--spacing-${what}: (var\\(--[\\w-]+\\));`).exec(theme)?.[1]
    const text =
      scale ??
      (/^[\d.]+$/.test(what)
        ? `${Number(what) * 4}px`
        : what.replace(/^\[(.*)\]$/, '$1').replace(/^\((--.*)\)$/, 'var($1)'))
    if (!text.includes('--own')) return [pixels(text, value)]
    const own = classes.map(one => /^\[--own:(.*)\]$/.exec(one)?.[1]).find(Boolean)!
    return [pixels(text.replaceAll('var(--own)', `(${own})`), value)]
  })
  if (asked.length === 0) throw new Error(`no height: ${element.outerHTML.slice(0, 200)}`)
  return Math.max(...asked)
}

const nothing = () => undefined
const options = [
  { value: 'a', label: 'One' },
  { value: 'b', label: 'Two' },
]
const boxOf = (input: Element) => input.closest('[class*=min-h-control]')!
const parts: Record<string, { part: ReactElement; find: () => Element }> = {
  button: { part: <Button>Save</Button>, find: () => screen.getByRole('button') },
  'small button': { part: <Button size="sm">Save</Button>, find: () => screen.getByRole('button') },
  'button of an icon': { part: <IconButton label="Close" icon={X} />, find: () => screen.getByRole('button') },
  'link that looks like a button': { part: <ButtonLink to="/x">New</ButtonLink>, find: () => screen.getByRole('link') },
  input: {
    part: <TextInput aria-label="i" value="" onChange={nothing} />,
    find: () => boxOf(screen.getByRole('textbox')),
  },
  'small input': {
    part: <TextInput aria-label="i" size="sm" value="" onChange={nothing} />,
    find: () => boxOf(screen.getByRole('textbox')),
  },
  'input of a number': {
    part: <NumberInput aria-label="i" value={1} onChange={nothing} />,
    find: () => boxOf(screen.getByLabelText('i')),
  },
  'input of money': {
    part: <MoneyInput aria-label="i" value={1} onChange={nothing} />,
    find: () => boxOf(screen.getByLabelText('i')),
  },
  'input of a password': {
    part: <PasswordInput aria-label="i" value="" onChange={nothing} />,
    find: () => boxOf(screen.getByLabelText('i')),
  },
  'input of a date': {
    part: <DateInput aria-label="i" value={null} onChange={nothing} />,
    find: () => boxOf(screen.getByLabelText('i')),
  },
  select: {
    part: <Select aria-label="s" options={options} value="a" onChange={nothing} />,
    find: () => screen.getByRole('button'),
  },
  combobox: {
    part: <Combobox aria-label="c" options={options} value="a" onChange={nothing} />,
    find: () => boxOf(screen.getByRole('combobox')),
  },
  'row of a checkbox': {
    part: <Checkbox label="Active" checked onChange={nothing} />,
    find: () => screen.getByRole('checkbox').closest('label')!,
  },
  'row of a radio button': {
    part: <RadioGroup aria-label="r" options={options} value="a" onChange={nothing} />,
    find: () => screen.getAllByRole('radio')[0]!.closest('label')!,
  },
  'row of a switch': {
    part: <Switch label="On" checked onChange={nothing} />,
    find: () => screen.getByRole('switch').closest('label')!,
  },
  segment: {
    part: <SegmentedControl label="s" options={options} value="a" onChange={nothing} />,
    find: () => screen.getAllByRole('radio')[0]!.closest('label')!,
  },
  tab: {
    part: <Tabs id="t" label="t" tabs={options} value="a" onChange={nothing} />,
    find: () => screen.getAllByRole('tab')[0]!,
  },
  chip: { part: <Chip onRemove={nothing}>Open</Chip>, find: () => screen.getByText('Open').closest('[class*=min-h]')! },
  'entry of a menu': { part: <div data-testid="row" className={rowLook} />, find: () => screen.getByTestId('row') },
  'row of a table': {
    part: (
      <table>
        <tbody>
          <tr>
            <Cell>Cell</Cell>
          </tr>
        </tbody>
      </table>
    ),
    find: () => screen.getByRole('cell'),
  },
}

describe('the size of controls', () => {
  it.each([
    ['xs', 28],
    ['sm', 32],
    ['md', 36],
    ['lg', 44],
  ] as const)('%s makes a control %i pixels tall', (size, tall) => {
    render(<Button>Save</Button>)
    expect(heightOf(screen.getByRole('button'), size, false)).toBe(tall)
  })

  test.each(Object.entries(parts))('changes a %s', (_name, { part, find }) => {
    render(<MemoryRouter>{part}</MemoryRouter>)
    const heights = sizes.map(size => heightOf(find(), size, false))
    for (const [at, tall] of heights.entries()) if (at > 0) expect(tall).toBeGreaterThan(heights[at - 1]!)
    expect(heights[0]).toBeGreaterThanOrEqual(24)
  })

  test.each(Object.entries(parts))('never makes a %s smaller than a fingertip', (_name, { part, find }) => {
    render(<MemoryRouter>{part}</MemoryRouter>)
    for (const size of sizes) expect(heightOf(find(), size, true)).toBeGreaterThanOrEqual(44)
  })

  it('changes the switch itself', () => {
    render(<Switch aria-label="On" checked onChange={nothing} />)
    expect(sizes.map(size => heightOf(screen.getByRole('switch'), size, false))).toEqual([16, 18, 20, 24])
  })

  it('changes the letters with the controls', () => {
    const letters = sizes.map(size => pixels(tokens(size, false)('--control-fs'), tokens(size, false)))
    expect(letters).toEqual([12, 13, 14, 16])
    for (const size of sizes) expect(pixels(tokens(size, true)('--input-fs'), tokens(size, true))).toBe(16)
  })
})
