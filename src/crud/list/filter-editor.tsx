import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isSeveral, type Filter } from '#contract/filters.ts'
import { allFields, type Module } from '#contract/module.ts'
import { useGroupCounts } from '#src/data/use-group-counts.ts'
import { inputs } from '#src/fields/inputs.ts'
import { asText, type FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { formatCount } from '#src/lib/format.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Field } from '#src/ui/field.tsx'
import { RadioGroup } from '#src/ui/radio-group.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { FilterWords } from './filter-words.tsx'
import type { Question } from './state.ts'

type Props = {
  module: Module
  filter: Filter
  question: Question
  words: Words
  parts: readonly string[]
  /** Null while what stands there makes no sense. */
  onChange: (parts: readonly string[] | null) => void
}

const isEmptiness = (part: string) => part === 'none' || part === 'any'

/** Asks for a field in its own way: choices, two ends, days, words, or records; and for empty and not empty. */
export function FilterEditor(props: Props) {
  const { t } = useTranslation('crud')
  const { module, filter, parts, onChange } = props
  const [own, setOwn] = useState<readonly string[]>(parts.filter(part => !isEmptiness(part)))
  const [empty, setEmpty] = useState<readonly string[]>(parts.filter(isEmptiness))
  const toggle = (part: string) => (isOn: boolean) => {
    const next = isOn ? [...empty, part] : empty.filter(one => one !== part)
    setEmpty(next)
    onChange([...own, ...next])
  }
  const part = { ...props, parts: own, onChange: change }
  function change(next: readonly string[] | null) {
    if (next) setOwn(next)
    onChange(next && [...next, ...empty])
  }
  const body = bodyOf(part)
  const schema = allFields(module)[filter.field]
  // What always has a value is never asked for being empty.
  const canBeEmpty =
    filter.column !== null ||
    isSeveral(filter.kind) ||
    !schema ||
    schema.safeParse(null).success ||
    filter.field in (module.given ?? {})
  return (
    <>
      {body}
      {canBeEmpty && (filter.ways.none || filter.ways.any) && (
        <div className={body ? 'grid gap-1 border-t pt-3' : 'grid gap-1'}>
          {filter.ways.none && (
            <Checkbox checked={empty.includes('none')} onChange={toggle('none')} label={t('listFilter.isNone')} />
          )}
          {filter.ways.any && (
            <Checkbox checked={empty.includes('any')} onChange={toggle('any')} label={t('listFilter.isAny')} />
          )}
        </div>
      )}
    </>
  )
}

function bodyOf(props: Props): ReactNode {
  const { kind, ways } = props.filter
  if (!ways.value) return null
  switch (kind) {
    case 'choice':
    case 'choices':
    case 'flag':
      return <Choices {...props} />
    case 'listItem':
    case 'listItems':
    case 'reference':
    case 'references':
      return <Records {...props} />
    case 'money':
    case 'number':
      return ways.range ? <Ends {...props} /> : <Text {...props} />
    case 'date':
    case 'dateTime':
      return <Days {...props} />
    default:
      return <Text {...props} />
  }
}

function Choices({ module, filter, question, words, parts, onChange }: Props) {
  // How many there would be, with everything else that is asked.
  const { [filter.name]: _, ...others } = question.filter
  const { counts, partial } = useGroupCounts(module, filter.name, { ...question, filter: others })
  const countOf = (option: string) => {
    const { count, more } = counts?.get(option) ?? { count: 0, more: false }
    // What the device keeps of them says nothing of how many there are.
    return counts && !partial && formatCount(count, more)
  }
  const options = filter.kind === 'flag' ? ['true', 'false'] : (filter.meta?.options ?? [])
  return (
    <div className="grid gap-1">
      {options.map(option => (
        <span key={option} className="flex items-center justify-between gap-3">
          <Checkbox
            checked={parts.includes(option)}
            onChange={isOn => onChange(isOn ? [...parts, option] : parts.filter(one => one !== option))}
            label={<FilterWords filter={filter} parts={[option]} words={words} />}
          />
          <span className="text-30 text-subtle tabular-nums">{countOf(option)}</span>
        </span>
      ))}
    </div>
  )
}

function Records({ module, filter, words, parts, onChange }: Props) {
  const { meta, name } = filter
  if (!meta) return null
  const kind = meta.list === undefined ? 'references' : 'listItems'
  const Input = inputs[kind]
  const field: FieldView = { name, module: module.name, meta: { ...meta, kind }, required: false, words, finding: true }
  return (
    <Input
      field={field}
      first
      aria-label={words.field(name)}
      value={parts.map(Number)}
      onChange={next => onChange((next as number[]).map(String))}
    />
  )
}

/** Between two ends, either of which may be open. */
function Ends({ module, filter, words, parts, onChange }: Props) {
  const { t } = useTranslation('crud')
  const [first = '', last = first] = (parts[0] ?? '').split('..', 2)
  const [ends, setEnds] = useState<readonly [unknown, unknown]>([read(first), read(last)])
  const Input = inputs[filter.kind === 'money' ? 'money' : 'number']
  const field: FieldView = { name: filter.name, module: module.name, meta: filter.meta!, required: false, words }
  const set = (next: readonly [unknown, unknown]) => {
    setEnds(next)
    if (next.some(end => typeof end === 'string')) return onChange(null)
    const [from, to] = next.map(end => (typeof end === 'number' ? String(end) : ''))
    onChange(from === '' && to === '' ? [] : from === to ? [from!] : [`${from}..${to}`])
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('listFilter.atLeast')}>
        <Input field={field} first value={ends[0]} onChange={value => set([value, ends[1]])} />
      </Field>
      <Field label={t('listFilter.atMost')}>
        <Input field={field} value={ends[1]} onChange={value => set([ends[0], value])} />
      </Field>
    </div>
  )
}

const read = (text: string) => (text === '' ? null : Number(text))

/** What people ask for most, moving along with the calendar. */
const presets = {
  '@today': 'today',
  '@today-1': 'yesterday',
  '@week': 'week',
  '@week-1': 'lastWeek',
  '@month': 'month',
  '@month-1': 'lastMonth',
  '@today-6..@today': 'days7',
  '@today-29..@today': 'days30',
  '@year': 'year',
  between: 'between',
} as const
const BETWEEN = 'between'

function Days({ module, filter, words, parts, onChange }: Props) {
  const { t } = useTranslation('crud')
  const said = parts[0] ?? ''
  const [how, setHow] = useState<string>(said === '' || Object.hasOwn(presets, said) ? said : BETWEEN)
  const isBetween = how === BETWEEN
  const [first = '', last = first] = isBetween ? said.split('..', 2) : ['', '']
  const Input = inputs.date
  const field: FieldView = {
    name: filter.name,
    module: module.name,
    meta: { kind: 'date' },
    required: false,
    words,
  }
  const between = (from: string, to: string) =>
    onChange(from === '' && to === '' ? [] : from === to ? [from] : [`${from}..${to}`])
  return (
    <>
      {/* Inside lines an index knows days, not what lies between two of them. */}
      {filter.ways.range && (
        <RadioGroup
          aria-label={words.field(filter.name)}
          value={how}
          onChange={next => {
            setHow(next)
            onChange(next === BETWEEN ? [] : [next])
          }}
          options={Object.entries(presets).map(([value, label]) => ({ value, label: t(`listFilter.days.${label}`) }))}
          className="grid grid-cols-2 gap-x-3 max-sm:grid-cols-1"
        />
      )}
      {(isBetween || !filter.ways.range) && (
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('listFilter.fromDay')}>
            <Input field={field} value={first} onChange={day => between(asText(day), last)} />
          </Field>
          {filter.ways.range && (
            <Field label={t('listFilter.toDay')}>
              <Input field={field} value={last} onChange={day => between(first, asText(day))} />
            </Field>
          )}
        </div>
      )}
    </>
  )
}

/** Words that it contains, or exactly what is written. */
function Text({ filter, words, parts, onChange }: Props) {
  const { t } = useTranslation('crud')
  const part = parts[0] ?? (filter.ways.words ? '~' : '')
  const [how, setHow] = useState<'contains' | 'is'>(part.startsWith('~') ? 'contains' : 'is')
  const [text, setText] = useState(part.replace(/^[~=]/, ''))
  const say = (how: 'contains' | 'is', text: string) => {
    setHow(how)
    setText(text)
    const plain = text.trim()
    const literal = /^[~=@]|^(none|any)$|\.\./.test(plain) ? `=${plain}` : plain
    onChange(plain === '' ? [] : [how === 'contains' ? `~${plain}` : literal])
  }
  return (
    <>
      {filter.ways.words && (
        <RadioGroup
          inline
          aria-label={t('listFilter.how')}
          value={how}
          onChange={next => say(next, text)}
          options={[
            { value: 'contains', label: t('listFilter.howContains') },
            { value: 'is', label: t('listFilter.howIs') },
          ]}
        />
      )}
      <TextInput aria-label={words.field(filter.name)} value={text} onChange={next => say(how, next)} />
    </>
  )
}
