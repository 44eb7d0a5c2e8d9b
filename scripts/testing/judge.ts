import type { Case } from './report.ts'

/** Test files that no suite ran. */
export const filesLeftOut = (expected: readonly string[], cases: readonly Case[]): string[] => {
  const ran = new Set(cases.map(({ file }) => file))
  return expected.filter(file => !ran.has(file)).map(file => `no case of ${file} ran`)
}
