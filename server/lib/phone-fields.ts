import { metaOf } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import type { Tx } from '#server/crud/store.ts'
import { houseRules } from './house-rules.ts'
import { phoneOf } from './phones.ts'

type Values = Record<string, unknown>

/**
 * The phone numbers among these values in the one form in which they are kept, so that two of the same are found. What cannot
 * be understood stays as it was typed: an odd number is better than none. Of lines, their module says more.
 */
export async function withPhones(tx: Pick<Tx, 'also'>, module: Module, values: Values, now: string): Promise<Values> {
  const fields = allFields(module)
  const typed = Object.entries(values).filter(
    ([name, value]) => typeof value === 'string' && fields[name] && metaOf(fields[name]).kind === 'phone',
  )
  if (typed.length === 0) return values
  const { country } = await houseRules(tx, now)
  const understood = typed.map(([name, value]) => {
    const found = phoneOf(value as string, country)
    return [name, found ? [found.number, found.ext].filter(part => part !== null).join(' ext ') : value]
  })
  return { ...values, ...(Object.fromEntries(understood) as Values) }
}
