import { useTranslation } from 'react-i18next'
import type { WorkState } from '#contract/calls/work.ts'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'

/** What a work is, and how it went, in words. */
export function useWorkWords(module: Module) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  /** What is done to many records, and to how many: Change 10 customers. Without a count it is done to all that match. */
  const deedOn = (action: string, count: number | null): string => {
    const isMove = module.moves?.[action] !== undefined
    return t(`listWork.bulk.${count === null ? 'all' : 'titles'}.${isMove ? 'move' : action}`, {
      deed: isMove ? words.move(action) : '',
      count: formatNumber(count ?? 0),
      nouns: count === 1 ? words.noun : words.nouns,
    })
  }
  const title = (work: WorkState) => deedOn(work.action, work.total)
  const came = (work: WorkState): string => {
    const did = ['change', 'archive', 'restore', 'undo'].includes(work.action) ? work.action : 'other'
    const done = t(`listWork.work.did.${did}`, { count: work.changed, shown: formatNumber(work.changed) })
    if (work.failedCount === 0 && work.state === 'done') return done
    return t(`listWork.work.how.${work.state === 'done' ? 'partly' : work.state}`, {
      done: formatNumber(work.changed),
      failed: formatNumber(work.failedCount),
    })
  }
  // Whoever chose ten and reads of nine asks where the tenth is.
  const outcome = (work: WorkState): string =>
    work.unchanged > 0
      ? t('listWork.work.unchanged', {
          did: came(work),
          count: work.unchanged,
          shown: formatNumber(work.unchanged),
        })
      : came(work)
  return { deedOn, title, outcome }
}
