import { beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { takeBack } from './take-back.ts'

vi.mock('#src/ui/confirm.tsx', () => ({ confirm: vi.fn() }))
const asked = vi.mocked(confirm)
beforeEach(() => asked.mockReset())

const row = (version: number) => ({ id: 1, version }) as Row
const saved = (version: number): Outcome => ({ state: 'saved', row: row(version) })
const refused: Outcome = { state: 'refused', code: 'busy', message: 'Not now.' }
const conflict = (version: number): Outcome => ({ state: 'conflict', row: row(version), asks: ['name'] })
/** A step that ends like this, one time after the other, and of which version it was asked each time. */
function step(...ends: Outcome[]) {
  const of: number[] = []
  return { of, go: async (row: Row) => (of.push(row.version), ends.shift()!) }
}
const t = ((key: string) => key) as unknown as Parameters<typeof takeBack>[1]

test('a way back that stopped at its second step goes on from there', async () => {
  const first = step(saved(2))
  const second = step(refused, saved(3))
  const say = vi.fn()
  asked.mockResolvedValueOnce(true)
  await takeBack([{ row: row(1), back: [first.go, second.go] }], t, say)
  expect(first.of).toEqual([1])
  expect(second.of).toEqual([2, 2])
  expect(say).toHaveBeenCalledExactlyOnceWith({ state: 'saved' })
})

test('where somebody wrote since, the step is made over that, and only where its person says so', async () => {
  const only = step(conflict(5), conflict(6), saved(7))
  const say = vi.fn()
  asked.mockResolvedValueOnce(true).mockResolvedValueOnce(false)
  await takeBack([{ row: row(1), back: [only.go] }], t, say)
  expect(only.of).toEqual([1, 5])
  expect(asked.mock.lastCall![0].title).toBe('listWork.undo.changedSince')
  expect(say).not.toHaveBeenCalled()
})
