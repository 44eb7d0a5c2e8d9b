import { problem, type Problem } from '#contract/problem.ts'
import type { Failure } from './courier.ts'

const words = {
  unserviceable: 'The courier does not go there.',
  unreachable: 'The courier cannot be reached now. Try again later: what it did already, it does not do twice.',
  slow: 'The courier takes too long to answer. Try again in a minute: what it did already, it does not do twice.',
  notUnderstood: 'The courier answers in words that are not understood. Whoever set it up should look at its address.',
  noKey: 'No key is kept for this courier, so it is not asked. Whoever manages access sets it in the general settings.',
  byHand: 'This courier is worked with by hand.',
} as const

/** What came of it, for the person who asked. */
export const sayFailure = (failure: Failure): string =>
  failure.is === 'refused' ? failure.reason : (failure.is === 'unserviceable' && failure.reason) || words[failure.is]

export const asProblem = (failure: Failure): Problem => problem('not-now', sayFailure(failure))

/**
 * Whatever was asked, it was not done, and will not be. What was asked before and got no answer may have been done all the
 * same: only a courier that says why it does not take this parcel ends that.
 */
export function isFinal(failure: Failure, wasAsked: boolean): boolean {
  if (failure.is === 'unserviceable') return true
  if (failure.is === 'byHand' || failure.is === 'noKey') return !wasAsked
  return failure.is === 'refused' && (!wasAsked || !(failure.ofKey || failure.unknown || failure.clash))
}
