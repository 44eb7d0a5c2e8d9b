import { expect, test } from 'vitest'
import { merge } from '#contract/merge.ts'
import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import type { Outcome } from './outcome.ts'
import { archiveBackBy, changeBackBy } from './use-take-back.ts'
import type { Send } from './use-writes.ts'

type Wish = Parameters<Send>[0]
/** What is sent. */
async function sent(make: (send: Send) => Promise<Outcome>): Promise<Wish> {
  let wish: Wish | undefined
  await make((async (one: Wish) => {
    wish = one
    return { state: 'saved' }
  }) as unknown as Send)
  return wish!
}
const row = (fields: object) => ({ id: 5, version: 3, archivedAt: null, ...fields }) as unknown as Row
/** What becomes of a change where the record stands so by now. */
const became = ({ base, args }: Wish, now: object) => merge(customer, base!.fields, { ...now }, args)

test('of tags only those go that were written, and those that others have added since stay', async () => {
  const after = row({ tags: ['vip', 'late'], name: 'Asha' })
  const wish = await sent(send => changeBackBy(customer, send)(after, { tags: ['vip', 'late'] }, { tags: ['vip'] }))
  expect(became(wish, { tags: ['vip', 'late', 'school'] })).toEqual({ ok: true, changes: { tags: ['vip', 'school'] } })
})

test('of what was added beside the tags of somebody else, only that goes', async () => {
  // Somebody had added to them before this was written.
  const after = row({ tags: ['vip', 'school', 'late'] })
  const wish = await sent(send => changeBackBy(customer, send)(after, { tags: ['vip', 'late'] }, { tags: ['vip'] }))
  expect(became(wish, { tags: ['vip', 'school', 'late'] })).toEqual({ ok: true, changes: { tags: ['vip', 'school'] } })
})

test('a name goes back to what it was, unless somebody wrote it since', async () => {
  const wish = await sent(send =>
    changeBackBy(customer, send)(row({ name: 'Asha' }), { name: 'Asha' }, { name: 'Aasha' }),
  )
  expect(became(wish, { name: 'Asha' })).toEqual({ ok: true, changes: { name: 'Aasha' } })
  expect(became(wish, { name: 'Asha Rao' })).toEqual({ ok: false, asks: ['name'] })
})

test('a record that was got back is put away again as it stood then: what somebody wrote since is in the way', async () => {
  const wish = await sent(send => archiveBackBy(customer, send)(row({ name: 'Asha', tags: [] })))
  expect(wish).toEqual({
    op: 'customer.archive',
    id: 5,
    base: { version: 3, fields: { name: 'Asha', tags: [] } },
    args: {},
  })
})
