import { z } from 'zod'
import { FILE_EMPTY } from '#contract/calls/attached.ts'
import {
  finePattern,
  LINE_NEEDED,
  TOO_LITTLE_MONEY,
  TOO_MUCH_MONEY,
  usernamePattern,
  yearPattern,
} from '#contract/fields.ts'
import { problem } from '#contract/problem.ts'

type Issue = z.core.$ZodIssue

/** What schemas say of themselves in words for people. */
const ownWords: readonly string[] = [LINE_NEEDED, FILE_EMPTY, TOO_MUCH_MONEY, TOO_LITTLE_MONEY]

/** What a schema refused, as one short sentence beside each field. */
export function fieldsOf(error: { issues: readonly Issue[] }): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const places = issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path]
    for (const place of places) fields[place.map(String).join('.')] ??= sentence(issue)
  }
  return fields
}

function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'This field cannot be written.'
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Fill this in.' : 'This is not what belongs here.'
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) > 1 ? `At least ${String(issue.minimum)} characters.` : 'Fill this in.'
      if (ownWords.includes(issue.message)) return issue.message
      return issue.origin === 'array' ? 'Choose at least one.' : `Not below ${String(issue.minimum)}.`
    case 'too_big':
      if (ownWords.includes(issue.message)) return issue.message
      if (issue.origin === 'string') return `At most ${String(issue.maximum)} characters.`
      return issue.origin === 'array'
        ? `At most ${String(issue.maximum)} entries.`
        : `Not above ${String(issue.maximum)}.`
    case 'invalid_value':
      return 'Choose one of the offered values.'
    case 'invalid_format':
      return ('pattern' in issue && patterns[issue.pattern]) || sayingOf(issue.format)
    case 'not_multiple_of':
      return 'Enter a whole number.'
    default:
      return 'This is not what belongs here.'
  }
}

const patterns: Record<string, string> = {
  [String(usernamePattern)]: 'Letters, digits, dots, dashes and underscores only.',
  [String(yearPattern)]: 'A date between 1900 and 2200.',
  [String(finePattern)]: 'A time with three decimals at most.',
}

const sayingOf = (format: string) => formats[format] ?? 'This does not have the right form.'

const formats: Record<string, string> = {
  email: 'This is no e-mail address.',
  date: 'This is no date.',
  datetime: 'This is no date and time.',
}

/** The value as the schema reads it, or a refusal that says what to mend. */
export function parsed(schema: z.core.$ZodType, value: unknown): unknown {
  const result = z.safeParse(schema, value, { reportInput: true })
  if (!result.success) throw invalid(fieldsOf(result.error))
  return result.data
}

export const forbidden = () => problem('forbidden', 'You do not have the permission for this.')

export const invalid = (fields: Record<string, string>) =>
  problem('invalid', Object.keys(fields).length === 1 ? Object.values(fields)[0]! : 'Some fields need another look.', {
    fields,
  })
