import { apiPath } from '#contract/module.ts'
import type { Bill } from '#contract/modules/money/billed.ts'

type Invoices = Pick<Bill, 'invoices'>

const page = ({ invoices }: Invoices, name: string) => `${apiPath(invoices)}${apiPath(invoices)}-${name}`

export const listOf = (bill: Invoices): string => page(bill, 'list')
export const detailsOf = (bill: Invoices, id: number): string => page(bill, `details/${id}`)
export const printOf = (bill: Invoices, ids: readonly number[]): string => page(bill, `print?ids=${ids.join(',')}`)
