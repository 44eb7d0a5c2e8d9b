import type { FastifyRequest } from 'fastify'
import { isOlderBuild } from '#contract/build.ts'
import { problem } from '#contract/problem.ts'

/**
 * The oldest build of the app whose changes this server still understands. Raised by the release that stops to understand
 * an older way of saying something, and not before that way is a year old.
 */
const OLDEST_BUILD = '0.1.0-0'

export type BuildGuard = (request: Pick<FastifyRequest, 'headers'>, build?: string) => void

/** Refuses apps that are too old to send and to load. What waits on them stays there, and goes once they are new. */
export const guardBuilds =
  (oldest = OLDEST_BUILD): BuildGuard =>
  ({ headers }, build = headers['x-build']?.toString() ?? '') => {
    if (isOlderBuild(build, oldest)) throw problem('build-too-old', 'This version of the app is too old to send.')
  }
