import { snake, type Module } from '#contract/module.ts'
import { allFields } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { databaseProblem } from '#server/lib/outage.ts'
import { invalid } from './invalid.ts'

type Refusal = { code?: string; detail?: string; constraint?: string }

/** What PostgreSQL refuses about the values is the person's to mend, not a fault of ours. */
export const refusalOf = <T>(module: Module, answer: Promise<T>): Promise<T> =>
  answer.catch((error: Refusal) => {
    if (error.code === '23505') throw taken(module, error)
    if (databaseProblem(error)?.code === 'invalid')
      throw problem('invalid', 'Something here has characters or values that cannot be kept.')
    throw error
  })

/** Key (lower(sku))=(a-1) already exists. */
function taken(module: Module, { detail = '' }: Refusal) {
  const key = /^Key \((.*)\)=\(/.exec(detail)?.[1] ?? ''
  const columns: string[] = key.match(/\w+/g) ?? []
  const field = ['id', ...Object.keys(allFields(module))].find(name => columns.includes(snake(name)))
  return field
    ? invalid({ [field]: 'Another record has this already.' })
    : problem('invalid', 'Another record has this already.')
}
