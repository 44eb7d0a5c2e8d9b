import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the stories of the property tests are about. */
const ABOUT = ['contract', 'server', 'src/offline']

/**
 * What stories are drawn by: others whenever the code that they are about changes, and the same ones for the same code, so
 * that a run says something of the change and not of its luck.
 */
export function seedOfCode(): number {
  const hash = createHash('sha256')
  for (const folder of ABOUT)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
        hash.update(path).update(readFileSync(join(folder, path)))
  return hash.digest().readInt32BE()
}
