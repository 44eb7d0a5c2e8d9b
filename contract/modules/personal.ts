import { metaOf, type Fields } from '../fields.ts'
import { allFields, type Module, type Row } from '../module.ts'

const words = (text: string): readonly string[] => text.split(/\s+/)

/**
 * What says who a customer is, by module: in what refers to them too. It goes when their personal data are erased. What is not
 * named stays: numbers, money, dates, goods, and how a device was repaired.
 */
export const personal: Readonly<Record<string, readonly string[]>> = {
  customer: words('name phones emails taxId addresses language consent riskReason tags'),
  inquiry: words('name phone altPhone email address area pincode note tags products.note contactLog.note'),
  order: words('name phone altPhone email taxId address area pincode billing note tags lines.note holdReason'),
  orderCancel: words('note rejectReason'),
  cashOrder: words('name phone note tags'),
  payment: words('note'),
  dispatch: words('name phone address area pincode note receivedBy lostReason events.text'),
  maintenance: words(
    `name phone altPhone email address area pincode note tags signature problems.note checks.note decidedBy signedBy feedback
     coverReason declineReason holdReason endReason cancelReason linkUntil mailingTo mailedTo mailTrouble`,
  ),
  replacement: words('name phone email address area pincode note receivedBy rejectReason cancelReason writeOffReason'),
  task: words('title taskRemarks.text'),
  unit: words('note tags'),
  // The law of records keeps buyer, address and tax id of an invoice for its years.
  orderInvoice: words('phone note mailingTo mailedTo mailTrouble'),
  maintenanceInvoice: words('phone note mailingTo mailedTo mailTrouble'),
}

/** What stands where something has to stand. A number of nothing but noughts is nobody's. */
export const ERASED = 'Erased'
const NO_PHONE = '00000'

/** What a field holds once it says nothing about anybody any more. */
function erasedValue(fields: Fields, kept: Fields, name: string): unknown {
  const schema = kept[name]!
  if (schema.safeParse(null).success) return null
  if (schema.safeParse([]).success) return []
  return metaOf(fields[name]!).kind === 'phone' ? NO_PHONE : ERASED
}

/** What becomes of a module's fields: another value, or other values in columns of their lines. */
export type Erasing = Record<string, { to: unknown } | { lines: Record<string, unknown> }>

export function erasingOf(module: Module): Erasing {
  const erasing: Erasing = {}
  const fields = allFields(module)
  for (const path of personal[module.name] ?? []) {
    const [name, column] = path.split('.') as [string, string | undefined]
    if (column === undefined) {
      erasing[name] = { to: erasedValue(fields, module.row.shape as unknown as Fields, name) }
      continue
    }
    const line = metaOf(fields[name]!).line!
    const known = erasing[name]
    const lines = known && 'lines' in known ? known.lines : {}
    erasing[name] = { lines: { ...lines, [column]: erasedValue(line, line, column) } }
  }
  return erasing
}

/** The values of a row that are others once it is erased. */
export function erasedValues(module: Module, row: Row): Record<string, unknown> {
  const changed = Object.entries(erasingOf(module)).map(([name, how]): [string, unknown] => [
    name,
    'to' in how
      ? how.to
      : ((row[name] ?? []) as Record<string, unknown>[]).map(line => ({
          ...line,
          ...Object.fromEntries(Object.entries(how.lines).filter(([column]) => (line[column] ?? null) !== null)),
        })),
  ])
  return Object.fromEntries(changed)
}
