import { expect, it } from 'vitest'
import type { ListModel } from '../list/model.ts'
import { standingRows, targetIds } from './target-rows.ts'

/** A list of these rows, of which some are selected, with the focus in the row of a place. */
const standing = (order: readonly number[], chosen: readonly number[], focus = 0) =>
  standingRows({
    rows: { count: order.length, idAt: index => order[index], indexOf: id => order.indexOf(id) },
    selection: { target: chosen.length > 0 ? { ids: chosen } : null },
    place: { row: focus, column: 0 },
  } as ListModel)

it('lines go over the selected rows where there are as many, in the order of the list, else from the focused row down', () => {
  expect(targetIds(standing([5, 3, 9, 7], [7, 3]), 2, 0)).toEqual([3, 7])
  expect(targetIds(standing([5, 3, 9, 7], [7, 3], 1), 3, 0)).toEqual([3, 9, 7])
  expect(targetIds(standing([5, 3], [], -1), 2, 0)).toEqual([5, 3])
})

it('one cell fills all that are selected; one with empty cells below it fills its own row', () => {
  expect(targetIds(standing([5, 3, 9], [9, 5, 3]), 1, 0)).toEqual([5, 3, 9])
  expect(targetIds(standing([5, 3, 9], [9, 5, 3]), 1, 2)).toEqual([5])
})

it('where nobody knows the place of one that is selected, lines go over none', () => {
  expect(targetIds(standing([5, 3, 9], [9, 12, 5]), 3, 0)).toEqual([])
})
