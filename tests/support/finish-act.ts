import React from 'react'
import { original } from './original.ts'

/*
 * What waits for its data or its code within an act that nobody awaits, as within `render`, may stay undrawn: React lets go of the
 * rest of that act's work, and takes it for planned from there on. Here that rest is done a moment later.
 */
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as {
  actQueue: Work[] | null
}
/** Answers what is left of it, if anything. */
type Work = (isLate: boolean) => Work | null

const act = original('act', () => React.act) as <T>(run: () => T) => PromiseLike<T>
const { setImmediate: soon } = globalThis

function finish(work: Work): void {
  soon(() => {
    const rest = work(false)
    if (rest) finish(rest)
  })
}
const nothing = () => undefined
const fail = (error: unknown) => {
  throw error
}

function finishingAct<T>(run: () => T): PromiseLike<T> {
  let works: Work[] = []
  const done = act(() => {
    works = internals.actQueue ?? []
    return run()
  })
  // Within another act, or while it is awaited, React goes on by itself.
  if (internals.actQueue !== null || works.length === 0) return done
  for (const work of works.splice(0)) finish(work)
  // Taken for awaited, it is not complained of.
  done.then(nothing, fail)
  internals.actQueue = null
  return done
}
Object.assign(React, { act: finishingAct })
