import { useDeferredValue, useEffect, useState } from 'react'
import { duplicatesCall } from '#contract/calls/customer.ts'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useKeptRows } from '#src/data/use-kept.ts'
import { useCan } from '#src/session/actor.ts'

export type Duplicate = { id: number; name: string; units: number | null; products: readonly string[] }

/** So many digits make a number that could be somebody's. */
const ENOUGH = 7
const PAUSE = 300

const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^0+/, '')

/** Who has that phone number already: asked of the server while it is typed, of this device where there is no server. */
export function useDuplicates(phone: string, except: number | undefined): readonly Duplicate[] {
  const typed = useSettled(useDeferredValue(phone))
  const digits = digitsOf(typed)
  const mayAsk = useCan(customer, 'list') && digits.length >= ENOUGH
  const { answer, error } = useAsked(
    duplicatesCall,
    { phone: typed, ...(except === undefined ? {} : { except }) },
    { enabled: mayAsk },
  )
  const offline = mayAsk && error?.code === 'unreachable'
  const kept = useKeptRows(customer, offline)
  if (!mayAsk || phone !== typed) return []
  if (answer) return answer.customers
  if (!offline) return []
  return ((kept ?? []) as unknown as Customer[])
    .filter(
      ({ id, archivedAt, phones }) => id !== except && !archivedAt && phones.some(one => ends(one.number, digits)),
    )
    .map(({ id, name, unitCount }) => ({ id, name, units: unitCount, products: [] }))
    .slice(0, 5)
}

/** Kept numbers have their country's code, typed ones seldom. */
const ends = (number: string, digits: string) => digitsOf(number).endsWith(digits)

/** What was typed once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
