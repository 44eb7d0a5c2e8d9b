import { spawnSync } from 'node:child_process'

/** Not the journeys: they see the app as it was built, so vitest cannot know which of them a change reaches. */
const projects = ['contract', 'server', 'devices', 'parts', 'app', 'app-alone', 'counted', 'logic', 'logic-alone']

/** What tells vitest to run the tests that import what was changed since main, committed or not. */
export function changed(): string[] {
  const since = ['origin/main', 'main'].map(mergeBase).find(base => base !== null) ?? 'HEAD'
  return [...projects.flatMap(project => ['--project', project]), '--changed', since]
}

/** Where this branch left `branch`; null where there is no such branch. */
function mergeBase(branch: string): string | null {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', branch], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
