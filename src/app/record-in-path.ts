/** Whose record an address speaks of, by the first word after the module's own: the client's table. */
const prefixes = {
  inquiry: ['inquiry-edit', 'inquiry-details', 'inquiry-move', 'inquiry-print'],
  order: [
    'orders-edit',
    'orders-dispatch',
    'orders-cancel-create',
    'orders-cancel-edit',
    'order-return-create',
    'order-return-replace',
    'buyback-create',
    'maintenance-create',
    'orders-details',
  ],
  maintenance: ['maintenance-edit', 'maintenance-dispatch', 'maintenance-dispatch-label', 'maintenance-details'],
  orderReturn: ['order-return-edit', 'order-return-details'],
  buyback: ['buyback-edit', 'buyback-details'],
  orderReturnClaim: ['order-return-claim-edit'],
} as const

type RecordKind = keyof typeof prefixes

const kindOf = new Map<string, RecordKind>(
  Object.entries(prefixes).flatMap(([kind, words]) => words.map(word => [word, kind as RecordKind] as const)),
)

/** The record that the breadcrumb bar, and a new task, take from an address; undefined where it names none. */
export function recordInPath(path: string): { kind: RecordKind; id: number } | undefined {
  const parts = path.split('/').filter(Boolean)
  const at = parts.findIndex(part => kindOf.has(part))
  const kind = kindOf.get(parts[at] ?? '')
  const id = parts[at + 1] ?? ''
  return kind && /^[1-9]\d*$/.test(id) ? { kind, id: Number(id) } : undefined
}
