import { isText, metaOf } from '#contract/fields.ts'
import type { Part, Value } from '#contract/filter-text.ts'
import { isSeveral, type Filter } from '#contract/filters.ts'
import { allFields, type Module } from '#contract/module.ts'
import { isFindable, wordsIn as wordsOf } from '#contract/search-words.ts'
import {
  columnOf,
  filledFields,
  isSearched,
  keyTypes,
  searchedText,
  searchKey,
  sameText,
  textInLines,
  wordsIn,
  type Place,
} from './list-sql.ts'

type Asked = Exclude<Part, { is: 'value' }> | { is: 'values'; values: Value[] }
type Asking = { module: Module; filter: Filter; column: string; place: Place }

/** The condition that a filter's parts mean: what `matches` of the contract judges in memory. */
export function conditionOf(module: Module, filter: Filter, parts: readonly Part[], place: Place): string {
  const values = parts.flatMap(part => (part.is === 'value' ? [part.value] : []))
  const others = parts.filter(part => part.is !== 'value')
  const asked: Asked[] = [...(values.length > 0 ? [{ is: 'values' as const, values }] : []), ...others]
  const judge = judgeOf(module, filter)
  const conditions = asked.map(one => judge({ module, filter, column: columnOf(filter.field), place }, one))
  // Whatever a condition is made of, it stays one: an `or` in it must not reach beyond it, past archive and row scope.
  return `(${conditions.map(condition => `(${condition})`).join(' or ')})`
}

type Judge = (asking: Asking, asked: Asked) => string

function judgeOf(module: Module, { field, column, kind }: Filter): Judge {
  if (module.list?.extra.includes(field)) return inExtra
  if (column !== null) return metaOf(allFields(module)[field]!).kind === 'address' ? inAddress : inLines
  if (isSeveral(kind)) return amongSeveral
  return isText(kind) || kind === 'address' ? inText : inColumn
}

/** A number, a time, a choice, an item, a record. */
function inColumn({ filter, column, place }: Asking, asked: Asked): string {
  if (asked.is === 'none') return `${column} is null`
  if (asked.is === 'any') return `${column} is not null`
  const type = typeOf(filter.kind)
  if (asked.is === 'values') {
    const [value, ...more] = asked.values
    return more.length === 0
      ? `${column} = ${place(value)}::${type}`
      : `${column} = any(${place(asked.values)}::${type}[])`
  }
  if (asked.is === 'words') return 'false'
  const ends = [
    ...(asked.from === null ? [] : [`${column} >= ${place(asked.from)}::${type}`]),
    ...(asked.to === null ? [] : [`${column} <= ${place(asked.to)}::${type}`]),
  ]
  return ends.join(' and ')
}

function typeOf(kind: Filter['kind']): string {
  if (kind === 'flag') return 'boolean'
  if (['listItem', 'reference', 'listItems', 'references'].includes(kind)) return 'int8'
  return keyTypes[kind] ?? 'text'
}

function inText(asking: Asking, asked: Asked): string {
  const { module, filter, column, place } = asking
  if (asked.is === 'none' || asked.is === 'any') return ifFilled(asking, asked.is === 'any', `${column} is null`)
  const text = searchKey(column)
  // What is searched has no index of its own: search's finds the words somewhere, and then it is looked where.
  const found = (words: readonly string[], here: string) =>
    isSearched(module, filter)
      ? `${wordsIn(searchedText(module)!, words, place, true)} and ${surely(here)}`
      : `${wordsIn(text, words, place)} and ${here}`
  if (asked.is === 'words') return found(asked.words, wordsIn(text, asked.words, place))
  return eitherOf(asked, value => {
    const same = sameText(column, place(value))
    return filter.field === module.title ? same : found(wordsOf(value), same)
  })
}

/**
 * What nearly follows from the condition before it is looked at, but not multiplied by the planner, who would expect too
 * few rows: of a number that it knows nothing of it believes that it is hardly ever a given one.
 */
export const surely = (condition: string) => `case when ${condition} then 1 else 0 end <> 0`

const eitherOf = (asked: Asked, one: (value: string) => string): string =>
  asked.is === 'values' ? asked.values.map(value => `(${one(String(value))})`).join(' or ') : 'false'

function amongSeveral(asking: Asking, asked: Asked): string {
  const { filter, column, place } = asking
  if (asked.is === 'values') return `${column} && ${place(asked.values)}::${typeOf(filter.kind)}[]`
  return ifFilled(asking, asked.is === 'any', `${column} = '{}'`)
}

function ifFilled({ module, filter, place }: Asking, isFilled: boolean, isEmpty: string): string {
  const filled = filledFields(module)
  if (filled === null) return isFilled ? `not (${isEmpty})` : isEmpty
  return `${filled} @> array[${place(`${isFilled ? '' : '-'}${filter.field}`)}::text]`
}

function inLines(asking: Asking, asked: Asked): string {
  const { filter, column, place } = asking
  const held = (value: unknown) => {
    const inside = filter.column === null ? {} : { [filter.column]: isSeveral(filter.kind) ? [value] : value }
    return `${column} @> ${place(JSON.stringify([inside]))}::jsonb`
  }
  if (asked.is === 'none') return held(null)
  if (isText(filter.kind)) return inTextOfLines(asking, asked)
  return asked.is === 'values' ? asked.values.map(held).join(' or ') : 'false'
}

/** The index knows in which records the words stand somewhere; whether in this column of one line is looked at. */
function inTextOfLines({ module, filter, column, place }: Asking, asked: Asked): string {
  const text = `line ->> '${filter.column}'`
  const near = (words: readonly string[]) =>
    isSearched(module, filter)
      ? wordsIn(searchedText(module)!, words, place, true)
      : wordsIn(textInLines(filter.field), words, place)
  const line = (condition: string) => `exists (select from jsonb_array_elements(${column}) as line where ${condition})`
  if (asked.is === 'words') {
    return `${near(unquoted(asked.said))} and ${line(wordsIn(searchKey(text), asked.words, place))}`
  }
  return eitherOf(asked, value => {
    const condition = `sort_key(${text}) = sort_key(${place(value)})`
    return `${near(unquoted(value))} and ${line(condition)}`
  })
}

/** Signs of JSON are spaces in what the index knows of lines; what is left of a word may stand inside another. */
const unquoted = (said: string): string[] =>
  said
    .split(/\s+/)
    .flatMap(word =>
      ofJson.test(word)
        ? word
            .split(ofJson)
            .flatMap(wordsOf)
            .filter(part => part.length > 2)
        : wordsOf(word),
    )
    .filter(isFindable)
const ofJson = /[",[\]\\]/

function inAddress({ filter, column, place }: Asking, asked: Asked): string {
  if (asked.is !== 'values') return 'false'
  return asked.values
    .map(value => `${column} @> ${place(JSON.stringify({ [filter.column!]: value }))}::jsonb`)
    .join(' or ')
}

/** A settings item's own fields lie in one JSON column. */
function inExtra({ filter, place }: Asking, asked: Asked): string {
  const { field, kind } = filter
  const value = `coalesce(extra -> '${field}', 'null')`
  if (asked.is === 'none') return `${value} in ('null', '[]')`
  if (asked.is === 'any') return `${value} not in ('null', '[]')`
  if (asked.is !== 'values') return 'false'
  return asked.values
    .map(one => `extra @> ${place(JSON.stringify({ [field]: kind === 'choices' ? [one] : one }))}::jsonb`)
    .join(' or ')
}
