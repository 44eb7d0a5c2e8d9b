import { beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { shownToasts } from '#src/ui/toast.ts'
import { takeBack } from './take-back.ts'

vi.mock('#src/ui/confirm.tsx', () => ({ confirm: vi.fn() }))
vi.mock('#src/session/held-open.ts', () => ({ heldOpen: (work: () => Promise<unknown>) => work() }))
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

test('many are counted while they go back, and can be stopped: the rest can be undone still', async () => {
  const back: number[] = []
  const done = [1, 2, 3, 4, 5].map(id => ({
    row: { id, version: 1 } as Row,
    back: [
      async (row: Row): Promise<Outcome> => {
        back.push(row.id)
        if (row.id === 4) shownToasts()[0]!.action!.onSelect()
        return saved(2)
      },
    ],
  }))
  const say = vi.fn()
  const going = takeBack(done, t, say)
  expect(shownToasts()).toMatchObject([{ message: 'listWork.undo.running', far: 'listWork.undo.far' }])
  await going
  expect(back).toEqual([5, 4])
  expect(say).not.toHaveBeenCalled()
  expect(shownToasts()).toMatchObject([{ message: 'listWork.undo.stopped' }])
  shownToasts()[0]!.undo!()
  await vi.waitFor(() => expect(say).toHaveBeenCalledExactlyOnceWith({ state: 'saved' }))
  expect(back).toEqual([5, 4, 3, 2, 1])
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
