import type { TFunction } from 'i18next'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isSeveral, type Filter } from '#contract/filters.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import type { Words } from '#src/fields/words.ts'
import { formatDate } from '#src/lib/format.ts'

/** What a filter is called: the field, or in lines the field and its column. */
export const filterTitle = (filter: Filter, words: Words): string =>
  filter.column === null ? words.field(filter.name) : `${words.field(filter.field)}: ${words.field(filter.name)}`

/** What a filter asks for, in words; several parts are alternatives. */
export function FilterWords({ filter, parts, words }: { filter: Filter; parts: readonly string[]; words: Words }) {
  const { t } = useTranslation('crud')
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <span className="font-normal text-muted"> {t('listFilter.or')} </span>}
          {wordsOf(filter, part, words, t)}
        </Fragment>
      ))}
    </>
  )
}

function wordsOf(filter: Filter, part: string, words: Words, t: TFunction<'crud'>): ReactNode {
  if (part === 'none') return t('listFilter.none')
  if (part === 'any') return t('listFilter.any')
  if (part.startsWith('~')) return t('listFilter.contains', { words: part.slice(1) })
  const plain = part.startsWith('=') ? part.slice(1) : part
  if (!plain.includes('..')) return <Value filter={filter} value={plain} words={words} t={t} />
  const [from = '', to = ''] = plain.split('..', 2)
  const end = (value: string) => <Value filter={filter} value={value} words={words} t={t} />
  if (from === '' || to === '')
    return (
      <>
        {t(from === '' ? 'listFilter.upTo' : 'listFilter.from')} {end(from || to)}
      </>
    )
  return (
    <>
      {end(from)} – {end(to)}
    </>
  )
}

type ValueProps = { filter: Filter; value: string; words: Words; t: TFunction<'crud'> }

function Value({ filter, value, words, t }: ValueProps) {
  const { kind, meta, name } = filter
  if (name === 'stage') return <>{words.stage(value)}</>
  if (kind === 'flag') return <>{words.flag(name, value === 'true')}</>
  if (kind === 'choice' || kind === 'choices') return <>{words.option(name, value)}</>
  if (kind === 'date' || kind === 'dateTime') return <>{dayWords(value, t)}</>
  if (!meta || !numbers.has(kind)) return <bdi>{value}</bdi>
  const field = { name, module: '', meta, required: false, words }
  return <FieldCell field={field} value={isSeveral(kind) ? [Number(value)] : Number(value)} />
}

/** What a number in a filter is a value of. */
const numbers = new Set<string>(['listItem', 'listItems', 'reference', 'references', 'money', 'number'])

/** `@month-1` as "last month", `@today-7` as "7 days ago", a day as a day. */
export function dayWords(value: string, t: TFunction<'crud'>): string {
  const relative = /^@(today|week|month|quarter|year)([+-]\d+)?$/.exec(value)
  if (!relative) return /^\d{4}-/.test(value) ? formatDate(value) : value
  const unit = relative[1] as 'today' | 'week' | 'month' | 'year'
  const by = Number(relative[2] ?? 0)
  if (by === 0) return t(`listFilter.now.${unit}`)
  if (by === -1) return t(`listFilter.last.${unit}`)
  if (by === 1) return t(`listFilter.next.${unit}`)
  return t(by < 0 ? `listFilter.ago.${unit}` : `listFilter.in.${unit}`, { count: Math.abs(by) })
}
