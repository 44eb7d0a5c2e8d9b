import type { PaperNames } from '#contract/modules/money/invoice-paper.ts'
import { paidFor, type Invoice, type InvoiceLine } from '#contract/modules/money/billed.ts'
import { tableOf } from '#contract/module.ts'
import type { Run } from '#server/lib/transaction.ts'

type Seller = PaperNames['seller']
const said = (parts: readonly (string | null | undefined)[], by: string) => parts.filter(Boolean).join(by)

/** Who sells, as the general setting says it now. */
async function sellerNow(run: Run): Promise<Seller> {
  const [house] = await run<Seller & { line: string | null; pincode: string | null; city: string; state: string }>(
    `select s.company_name as name, s.tax_id as "taxId", s.phone, s.address ->> 'line' as line,
       s.address ->> 'pincode' as pincode, city.label as city, state.label as state
     from general_setting s left join list_item city on city.id = (s.address ->> 'city')::bigint
       left join list_item state on state.id = city.parent`,
    [],
  )
  if (!house) return { name: 'Caredesk', address: null, taxId: null, phone: null }
  const { name, taxId, phone, line, pincode, city, state } = house
  return { name, taxId, phone, address: said([line, city, said([state, pincode], ' ')], ', ') || null }
}

/** The places of a buyer, line by line, and the one that the tax is due in. */
async function placesNow(run: Run, one: Pick<Invoice, 'city' | 'state' | 'country' | 'pincode'>) {
  const rows = await run<{ id: number; label: string }>('select id, label from list_item where id = any($1)', [
    [one.city, one.state, one.country].filter(id => id !== null),
  ])
  const label = (id: number | null) => rows.find(row => row.id === id)?.label
  const [city, state, country] = [label(one.city), label(one.state), label(one.country)]
  return {
    place: said([said([city, one.pincode], ' '), state, country], '\n'),
    supplyTo: said([state, country], ', '),
  }
}

/** What the products of these lines are called now. */
export async function productNames(run: Run, lines: readonly InvoiceLine[]): Promise<ReadonlyMap<number, string>> {
  const ids = lines.flatMap(({ product }) => product ?? [])
  const rows = await run<{ id: number; name: string }>('select id, name from product where id = any($1)', [ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What an invoice keeps of all names from the moment it is issued. */
export async function namesToKeep(run: Run, one: Invoice) {
  const seller = await sellerNow(run)
  const { place, supplyTo } = await placesNow(run, one)
  const products = await productNames(run, one.lines)
  return {
    sellerName: seller.name,
    sellerAddress: seller.address,
    sellerTaxId: seller.taxId,
    sellerPhone: seller.phone,
    billPlace: place || null,
    supplyTo: supplyTo || null,
    lines: one.lines.map(line => ({
      ...line,
      name: line.name ?? (line.product ? (products.get(line.product) ?? null) : null),
    })),
  }
}

/** The names that an invoice refers to, as they are now. */
export async function namesNow(run: Run, one: Invoice): Promise<PaperNames> {
  const { of: subject, invoices, field } = paidFor(one)
  const [numbers] = await run<{ of: string | null; against: string | null }>(
    `select (select number from ${tableOf(subject)} where id = $1) as of,
       (select number from ${tableOf(invoices)} where id = $2) as against`,
    [one[field], one.against],
  )
  const { of, against } = numbers!
  return {
    seller: await sellerNow(run),
    ...(await placesNow(run, one)),
    of: of ?? undefined,
    against: against ?? undefined,
  }
}
