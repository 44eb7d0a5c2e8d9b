import { useTranslation } from 'react-i18next'
import type { WorkState } from '#contract/calls/work.ts'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { deedOn } from './deed-words.ts'

/** What a work is, and how it went, in words. */
export function useWorkWords(module: Module) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const title = (work: WorkState) => deedOn(module, work.action, work.total, words, t)
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
  return { title, outcome }
}
