import { codeFaults, countriesOf, wrongCodes } from '#contract/code-rules.ts'
import type { Module, Row } from '#contract/module.ts'
import { invalid } from '#server/crud/invalid.ts'
import type { Tx } from '#server/crud/store.ts'
import { houseRules } from './house-rules.ts'

/** Refuses codes that are wrong for sure. The rules of India hold for addresses in India, and for a house there where none is named. */
export async function refuseWrongCodes(
  tx: Pick<Tx, 'also'>,
  module: Module,
  row: Row,
  before: Row | null,
  now: string,
): Promise<void> {
  // Hardly ever is one: only then it is asked which country it is in.
  if (Object.keys(wrongCodes(module, row, before, () => true)).length === 0) return
  const { country } = await houseRules(tx, now)
  const inIndia = await tx.also<{ id: number }>(
    `select id from list_item where id = any($1) and (extra ->> 'dialCode' = '+91' or lower(label) in ('india', 'bharat'))`,
    [countriesOf(module, row)],
  )
  const wrong = wrongCodes(module, row, before, named =>
    named === null ? country === 'IN' : inIndia.some(({ id }) => id === named),
  )
  if (Object.keys(wrong).length === 0) return
  throw invalid(Object.fromEntries(Object.entries(wrong).map(([path, fault]) => [path, codeFaults[fault]])))
}
