import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

export type Case = { file: string; name: string; status: 'passed' | 'failed' | 'skipped'; complaint: string }
/** A file that could not be loaded is red without a case. */
export type Report = { cases: Case[]; files: { name: string; seconds: number; red: boolean; complaint: string }[] }

type Written = {
  testResults: {
    name: string
    status: string
    message?: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
  }[]
}

/** What vitest wrote of a run, with the names of files from the root of the repository; empty where it wrote nothing. */
export function readReport(path: string): Report {
  const written = parse(path)
  const files = written.testResults.map(({ name, status, message, startTime, endTime }) => ({
    name: relative('.', name),
    seconds: (endTime - startTime) / 1000,
    red: status === 'failed',
    complaint: message ?? '',
  }))
  const cases = written.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }): Case => ({
      file: relative('.', name),
      name: fullName,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      complaint: (failureMessages ?? []).join('\n'),
    })),
  )
  return { cases, files }
}

function parse(path: string): Written {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Written
  } catch {
    return { testResults: [] }
  }
}
