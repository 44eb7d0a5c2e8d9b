import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that run longest, each for a minute and more. Vitest itself knows that only where they ran before, not on a clean clone. */
const longest = [
  'pages',
  'looks',
  'ways-out',
  'updates',
  'layouts',
  'rights',
  'records-list',
  'outbox-model',
  'supervisor',
  'offline-start',
  'storage-faults',
]

/** Begins with the longest files, so that no worker is left alone with one of them at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(basename(moduleId).replace(/(\.deep)?\.test\.tsx?$/, ''))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
