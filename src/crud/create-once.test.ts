import { expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { refused, type Outcome } from '#src/offline/outcome.ts'
import type { Sent } from '#src/data/drafts/store.ts'
import { createOnce } from './create-once.ts'

const taken = refused('invalid', 'There is a record with this number already.', { id: 'Taken.' })
const saved = (id: number): Outcome => ({ state: 'saved', row: { id } as Row })

/** A server that answers the tries in turn, and what was asked of it. */
function doors(...answers: ((id: number) => Outcome)[]) {
  const asked: unknown[] = []
  let next = 10
  return {
    asked,
    newId: async () => (next += 1),
    anotherId: async () => (next += 1_000),
    save: async (values: object, id: number | null) => {
      asked.push({ id, ...values })
      return answers.shift()!(id!)
    },
    change: async ({ id }: { id: number }, changes: object) => {
      asked.push({ changed: id, ...changes })
      return saved(id)
    },
  }
}
const one = { name: 'Anna' }

test('a number that was never tried and is taken is somebody else’s record: another one is made', async () => {
  const [sent, to]: [Sent, ReturnType<typeof doors>] = [{ current: null }, doors(() => taken, saved)]
  expect(await createOnce(sent, one, to)).toEqual(saved(1_011))
  expect(to.asked).toEqual([
    { id: 11, ...one },
    { id: 1_011, ...one },
  ])
})

test('where that is taken too, it is said, and the next press tries another one once more', async () => {
  const [sent, to]: [Sent, ReturnType<typeof doors>] = [
    { current: null },
    doors(
      () => taken,
      () => taken,
      saved,
    ),
  ]
  expect(await createOnce(sent, one, to)).toEqual(taken)
  expect(await createOnce(sent, one, to)).toEqual(saved(1_012))
})

test('a number whose first answer was lost is one’s own: what was typed since is a change of it, however often that is tried', async () => {
  const lost = () => refused('unreachable')
  const [sent, to]: [Sent, ReturnType<typeof doors>] = [
    { current: null },
    doors(
      lost,
      () => taken,
      () => taken,
    ),
  ]
  expect(await createOnce(sent, one, to)).toMatchObject({ code: 'unreachable' })
  const change = to.change
  to.change = async () => lost()
  expect(await createOnce(sent, { name: 'Anne' }, to)).toMatchObject({ code: 'unreachable' })
  to.change = change
  expect(await createOnce(sent, { name: 'Anne' }, to)).toEqual(saved(11))
  expect(to.asked.at(-1)).toEqual({ changed: 11, name: 'Anne' })
})

test('what waits in the outbox under a number that is taken is not made a second time', async () => {
  const to = doors(() => ({ ...taken, inOutbox: true }) as Outcome)
  expect(await createOnce({ current: null }, one, to)).toMatchObject(taken)
  expect(to.asked).toHaveLength(1)
})
