import { expect, test } from 'vitest'
import { maintenance } from './maintenance.ts'
import { asSigned, signedAfter, signedFields } from './signed.ts'

const [at, later] = ['2026-11-05T10:00:00.000Z', '2026-11-06T10:00:00.000Z']
const job = { signature: [], workDone: 'A new brush.', parts: [], signedAt: null, signedChangedAt: null }
const signed = { ...job, signature: [601], signedAt: at }

test('a job is signed since its signature came, and is not once it is gone', () => {
  expect(signedAfter(job, { ...job, signature: [601] }, at)).toEqual({ signedAt: at, signedChangedAt: null })
  expect(signedAfter(signed, { ...signed, signature: [] }, later)).toEqual({ signedAt: null, signedChangedAt: null })
})

test.each(signedFields)('what was signed and says something else afterwards is told: %s', field => {
  expect(maintenance.fields).toHaveProperty(field)
  const changed = { ...signed, [field]: [{ id: 1 }] }
  expect(signedAfter(signed, changed, later)).toEqual({ signedAt: at, signedChangedAt: later })
})

test('what nobody signs changes nothing, and whoever signs anew signs what stands there now', () => {
  expect(signedAfter(signed, { ...signed, note: 'Call first' }, later)).toEqual({ signedAt: at, signedChangedAt: null })
  const changed = { ...signed, signedChangedAt: later }
  expect(signedAfter(changed, changed, later)).toEqual({ signedAt: at, signedChangedAt: later })
  expect(signedAfter(changed, { ...changed, signature: [602] }, later)).toEqual({
    signedAt: later,
    signedChangedAt: null,
  })
})

test('a paper says what was signed and what that came to', () => {
  const visit = { id: 1, label: 'Visit', amount: 20_000, taxRate: 1800, pays: 'customer' }
  const now = { ...signed, cover: 'paid', charges: [visit, { ...visit, id: 2, label: 'Cord' }], total: 40_000 }
  expect(asSigned(now, { charges: [visit] })).toMatchObject({
    workDone: 'A new brush.',
    charges: [visit],
    total: 20_000,
  })
})
