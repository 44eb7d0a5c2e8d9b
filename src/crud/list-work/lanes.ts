import { isRequired, metaOf } from '#contract/fields.ts'
import type { List } from '#contract/list.ts'
import { allFields, type Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useListOptions } from '#src/fields/list-options.ts'
import { useWords, type Words } from '#src/fields/words.ts'
import { useTranslation } from 'react-i18next'
import type { Question } from '../list/state.ts'

/** One value of the field that a list is split by. */
export type Lane = {
  /** As a filter asks for it; `none` for records without a value. */
  key: string
  label: string
  /** What a record gets that is put here. */
  value: unknown
  colour?: string | null | undefined
}

/** The card of a lane that Tab comes to. */
export type At = { lane: string; id: number }

const NONE = 'none'

/** A value that would mean something else in a filter says that it is one. */
const asFilter = (value: string) => (['none', 'any'].includes(value) || /^[~=]/.test(value) ? `=${value}` : value)

/** The question of one lane: all that the list asks for, and this value. */
export const laneQuestion = (question: Question, by: string, lane: Lane): Question => ({
  ...question,
  filter: { ...question.filter, [by]: [lane.key] },
})

/** The lanes that a list is split into by a field, in their order; only those asked for where the list is narrowed by it. */
export function useLanes(module: Module, by: string, question: Question): { lanes: Lane[]; loading: boolean } {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const field = allFields(module)[by]
  const meta = by === 'stage' || !field ? null : metaOf(field)
  const { register } = useData()
  // A field that is no item of a list asks for nothing: any list will do.
  const list = meta?.list === undefined ? Object.values(register).find(one => one.list) : register[meta.list]
  const items = useItemLanes(list as List, meta?.list !== undefined)
  const fixed = meta?.list === undefined ? fixedLanes(module, by, words) : items.lanes
  const canBeEmpty = field !== undefined && by !== 'stage' && meta?.kind !== 'flag' && !isRequired(field)
  const all = canBeEmpty
    ? [...fixed, { key: NONE, label: t('listWork.noValue', { field: words.field(by) }), value: null }]
    : fixed
  const asked = question.filter[by]
  return { lanes: asked ? all.filter(lane => asked.includes(lane.key)) : all, loading: items.loading }
}

function fixedLanes(module: Module, by: string, words: Words): Lane[] {
  if (by === 'stage')
    return (module.stages ?? []).map(stage => ({ key: asFilter(stage), label: words.stage(stage), value: stage }))
  const field = allFields(module)[by]
  const meta = field && metaOf(field)
  if (meta?.kind === 'flag') return [true, false].map(on => ({ key: String(on), label: words.flag(by, on), value: on }))
  return (meta?.options ?? []).map(option => ({
    key: asFilter(option),
    label: words.option(by, option),
    value: option,
  }))
}

function useItemLanes(list: List, isWanted: boolean): { lanes: Lane[]; loading: boolean } {
  const { options, loading } = useListOptions(list, [])
  if (!isWanted) return { lanes: [], loading: false }
  return {
    lanes: options.map(({ value, label, colour }) => ({ key: String(value), label, value, colour })),
    loading: loading && options.length === 0,
  }
}
