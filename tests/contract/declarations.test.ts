import { describe, expect, it } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { plainActions } from '#contract/intent.ts'
import { isList } from '#contract/list.ts'
import { register } from '#contract/register.ts'

describe.each(Object.values(register))('$name', module => {
  it('has no move that is called like what every module can do: it would never be reached', () => {
    expect(plainActions.filter(action => action in (module.moves ?? {}))).toEqual([])
  })

  it('guards no field of a list: every signed-in device holds the items whole', () => {
    const guarded = Object.keys(module.fields).filter(field => metaOf(module.fields[field]!).reveal)
    expect(isList(module) ? guarded : []).toEqual([])
  })
})
