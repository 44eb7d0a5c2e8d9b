import { expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { lists } from '#contract/lists/index.ts'
import { allFields } from '#contract/module.ts'
import { itemKinds } from './item-kinds.tsx'

test.each(lists.map(list => [list.name, list] as const))('every field of an item can be shown: %s', (_, list) => {
  const missing = Object.entries(allFields(list)).filter(([, field]) => !(metaOf(field).kind in itemKinds))
  expect(missing.map(([name]) => name)).toEqual([])
})
