import type { TFunction } from 'i18next'
import type { Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { confirm } from '#src/ui/confirm.tsx'
import type { Question } from '#src/ui/question.ts'
import { outcomeOf } from '../outcome-of.ts'
import type { Kept } from '../say-waiting.ts'
import { whyNot } from '../why-not.ts'

/** One record as an act left it, and how that act is taken back on it. */
export type Undoable = { row: Row; back: (row: Row) => Promise<Outcome> }

/** Takes back what was done, the last first, and says how that went. */
export async function takeBack(
  done: readonly Undoable[],
  t: TFunction<'crud'>,
  say: (outcome: Kept) => void,
): Promise<void> {
  const left: Undoable[] = []
  let kept: Kept = { state: 'saved' }
  let failed: Exclude<Outcome, Kept> | undefined
  for (const one of done.toReversed()) {
    const outcome = await outcomeOf(() => one.back(one.row))
    if (outcome.state === 'waiting') kept = outcome
    if (outcome.state === 'saved' || outcome.state === 'waiting') continue
    failed = outcome
    // Of one record alone the question is whether to write over what others did.
    left.unshift(outcome.state === 'conflict' && done.length === 1 ? { ...one, row: outcome.row } : one)
  }
  if (!failed) return say(kept)
  // Whoever undoes may be on another page by now: nothing but a question finds them there.
  if (await confirm(questionOf(failed, left.length, done.length, t))) await takeBack(left, t, say)
}

function questionOf(outcome: Outcome, left: number, total: number, t: TFunction<'crud'>): Question {
  if (total === 1 && outcome.state === 'conflict')
    return {
      title: t('listWork.undo.changedSince'),
      text: t('listWork.undo.changedSinceText'),
      confirmLabel: t('listWork.undo.anyway'),
      cancelLabel: t('listWork.undo.leave'),
    }
  const title = total === 1 ? t('listWork.undo.failed') : t('listWork.paste.undoneSome', { count: left, total })
  return { title, text: whyNot(outcome), confirmLabel: t('records.again') }
}
