import { describe, expect, it } from 'vitest'
import { metaOf, type Fields } from './fields.ts'
import { allFields, type Module, type Row } from './module.ts'
import { erasedValues, erasingOf, personal } from './modules/personal.ts'
import { register } from './register.ts'

const modules = Object.keys(personal).map(name => register[name] as Module)

describe('what says who a customer is', () => {
  it.each(modules)('can go from $name, which is what it declares then', module => {
    const erasing = Object.keys(erasingOf(module))
    expect(erasing.filter(name => !(name in allFields(module)))).toEqual([])
    const log = [{ id: 1, note: 'Call Mrs Rao', at: '2026-11-29T10:00:00.000Z' }]
    const taskRemarks = [{ id: 1, text: 'Call Mrs Rao', at: '2026-11-29T10:00:00.000Z' }]
    const erased = erasedValues(module, { contactLog: log, taskRemarks } as unknown as Row)
    for (const [name, value] of Object.entries(erased)) {
      const kept = (module.row.shape as unknown as Fields)[name]!
      const isLines = metaOf(allFields(module)[name]!).kind === 'lines' && (value as unknown[]).length > 0
      expect(isLines || kept.safeParse(value).success, name).toBe(true)
      expect(JSON.stringify(value)).not.toContain('Rao')
    }
  })

  /** Of an invoice, by the law of records. */
  const stays = [
    'orderInvoice.taxId',
    'maintenanceInvoice.taxId',
    'orderInvoice.sellerPhone',
    'maintenanceInvoice.sellerPhone',
  ]

  it('is named in whatever refers to customers: phones, e-mail addresses, tax numbers', () => {
    const refers = Object.values(register as Record<string, Module>).filter(module => 'customer' in allFields(module))
    const telling = refers.flatMap(module =>
      Object.entries(allFields(module))
        .filter(([, field]) => ['phone', 'email'].includes(metaOf(field).kind) || metaOf(field).is === 'gstin')
        .map(([name]) => `${module.name}.${name}`),
    )
    expect(telling.length).toBeGreaterThan(8)
    const named = Object.entries(personal).flatMap(([name, fields]) => fields.map(field => `${name}.${field}`))
    expect(telling.filter(one => !named.includes(one) && !stays.includes(one))).toEqual([])
  })
})
