import type { TFunction } from 'i18next'
import type { Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { formatNumber } from '#src/lib/format.ts'
import { heldOpen } from '#src/session/held-open.ts'
import { confirm } from '#src/ui/confirm.tsx'
import type { Question } from '#src/ui/question.ts'
import { dismissToast, tellFar, toast, UNTIL_DONE } from '#src/ui/toast.ts'
import { outcomeOf } from '../outcome-of.ts'
import type { Kept } from '../say-waiting.ts'
import { whyNot } from '../why-not.ts'

export type Step = (row: Row) => Promise<Outcome>
/** One record as an act left it, and how that act is taken back on it: by one step after the other. */
export type Undoable = { row: Row; back: readonly Step[] }

/** Fewer have gone back before anybody could stop them. */
const MANY = 5

/** Takes back what was done, the last first, and says how that went. */
export async function takeBack(
  done: readonly Undoable[],
  t: TFunction<'crud'>,
  say: (outcome: Kept) => void,
): Promise<void> {
  const left: Undoable[] = []
  let kept: Kept = { state: 'saved' }
  let failed: Exclude<Outcome, Kept> | undefined
  const run = done.length < MANY ? null : showRun(done.length, t)
  for (const [at, one] of done.toReversed().entries()) {
    if (run?.isStopped()) {
      left.unshift(one)
      continue
    }
    run?.tell(at)
    const { outcome, rest } = await goBack(one)
    if (outcome.state === 'waiting') kept = outcome
    if (outcome.state === 'saved' || outcome.state === 'waiting') continue
    failed = outcome
    // Of one record alone the question is whether to write over what others did.
    left.unshift(outcome.state === 'conflict' && done.length === 1 ? { ...rest, row: outcome.row } : rest)
  }
  run?.end()
  if (!failed && left.length > 0) return offerRest(left, done.length, t, say)
  if (!failed) return say(kept)
  // Whoever undoes may be on another page by now: nothing but a question finds them there.
  if (await confirm(questionOf(failed, left.length, done.length, t))) await takeBack(left, t, say)
}

/** How far it is, and the way to stop it, wherever whoever undoes has gone meanwhile. */
function showRun(of: number, t: TFunction<'crud'>) {
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  const far = (done: number) => t('listWork.undo.far', { done: formatNumber(done), of: formatNumber(of) })
  const action = { label: t('listWork.undo.stop'), onSelect: stop }
  const id = toast(t('listWork.undo.running'), { far: far(0), action, duration: UNTIL_DONE })
  return {
    isStopped: () => isStopped,
    tell: (done: number) => tellFar(id, far(done)),
    end: () => dismissToast(id),
  }
}

/** Of what was stopped the rest can be taken back still. */
function offerRest(left: readonly Undoable[], total: number, t: TFunction<'crud'>, say: (outcome: Kept) => void): void {
  toast(t('listWork.undo.stopped', { count: left.length, total }), {
    undo: () => void heldOpen(() => takeBack(left, t, say)),
  })
}

/** As far as it goes: how the last step ended, and what is left to go from there. */
async function goBack(one: Undoable): Promise<{ outcome: Outcome; rest: Undoable }> {
  const [step, ...others] = one.back
  const outcome = await outcomeOf(() => step!(one.row))
  if (outcome.state !== 'saved' && outcome.state !== 'waiting') return { outcome, rest: one }
  const rest = { row: outcome.row ?? one.row, back: others }
  return others.length > 0 ? goBack(rest) : { outcome, rest }
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
