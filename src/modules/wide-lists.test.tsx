import { renderHook, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import { tracksOf, useColumns } from '#src/crud/list/use-columns.ts'
import { screensOf } from '#src/crud/screens.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { screens } from './index.ts'

beforeAll(() => speakEnglish('order', 'cashOrder', 'inquiry', 'product', 'crud', 'lists'))

/** A window of 1440 px without its navigation, what stands around a page, the bar beside it, the ends of a row, and the edges. */
const ROOM = 1_440 - 240 - 2 * 24 - 15 - (40 + 36) - 2
/** The same with the other settings beside it. */
const ROOM_OF_SETTING = ROOM - 216 - 24

async function usualList(name: 'order' | 'cashOrder' | 'inquiry' | 'product') {
  const { module, columns, ...contents } = await screensOf(screens[name])
  await begin({ userId: 7_800, permissions: allPermissions })
  const { result } = renderHook(() => useColumns(module, columns, {}, new Set(columns), contents), {
    wrapper: ({ children }) => <AtWork userId={7_800}>{children}</AtWork>,
  })
  await waitFor(() => expect(result.current).toHaveLength(columns.length))
  return { columns, ...tracksOf(module, result.current) }
}

test.each([
  ['order', ROOM],
  ['cashOrder', ROOM],
  ['inquiry', ROOM],
  ['product', ROOM_OF_SETTING],
] as const)('every usual column of the list of %s is seen on a desk', async (name, room) => {
  expect((await usualList(name)).least).toBeLessThanOrEqual(room)
})

test.each(['order', 'cashOrder', 'inquiry'] as const)(
  'in the list of %s a name, with its city behind it, gets most of the room that is left',
  async name => {
    const { columns, tracks } = await usualList(name)
    const shares = [...tracks.matchAll(/([\d.]+)fr/g)].map(([, share]) => Number(share))
    expect(shares).toHaveLength(columns.length)
    expect(shares.indexOf(Math.max(...shares))).toBe(columns.findIndex(one => one === 'name'))
  },
)
