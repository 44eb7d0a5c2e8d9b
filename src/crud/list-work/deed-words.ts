import type { TFunction } from 'i18next'
import type { Module } from '#contract/module.ts'
import type { Words } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'

/** What is done to many records, and to how many: Change 10 customers. Without a count it is done to all that match. */
export function deedOn(
  module: Module,
  action: string,
  count: number | null,
  words: Words,
  t: TFunction<'crud'>,
): string {
  const isMove = module.moves?.[action] !== undefined
  return t(`listWork.bulk.${count === null ? 'all' : 'titles'}.${isMove ? 'move' : action}`, {
    deed: isMove ? words.move(action) : '',
    count: formatNumber(count ?? 0),
    nouns: count === 1 ? words.noun : words.nouns,
  })
}
