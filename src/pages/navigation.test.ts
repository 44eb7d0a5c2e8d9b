import { describe, expect, it } from 'vitest'
import { lists } from '#contract/lists/index.ts'
import { permission } from '#contract/rules.ts'
import { routes } from '#src/modules/index.ts'
import { navigationFor, settingsFor } from './navigation.ts'

const everything = routes.flatMap(route => (route.handle as { codes: string[] }).codes)
const paths = (permissions: string[]) => navigationFor(permissions).flatMap(group => group.items.map(item => item.path))
const settings = (permissions: string[]) =>
  settingsFor(permissions).flatMap(group => group.items.map(item => item.path))

describe('the navigation', () => {
  it('shows somebody without permissions their home and nothing else', () => {
    expect(paths([])).toEqual(['/home'])
    expect(settings([])).toEqual([])
  })

  it('shows exactly the one setting that the one permission opens', () => {
    for (const list of lists) expect(settings([permission(list, 'list')])).toEqual([`/settings/${list.list.path}`])
    expect(paths([permission(lists[0]!, 'list')])).toEqual(['/home', '/settings'])
  })

  it('is not opened by other actions of the same module', () => {
    const others = lists.flatMap(list => [
      permission(list, 'create'),
      permission(list, 'edit'),
      permission(list, 'all'),
    ])
    expect(settings(others)).toEqual([])
  })

  it('shows everything once to those who may do everything, and only pages that exist', () => {
    const shown = [...paths(everything), ...settings(everything)]
    expect(new Set(shown).size).toBe(shown.length)
    const below = routes
      .map(route => route.path!)
      .filter(path => /^\/settings\/[^/:]+$/.test(path) && !path.endsWith('-create'))
    expect(settings(everything).toSorted()).toEqual(below.toSorted())
    expect(below.length).toBeGreaterThanOrEqual(lists.length)
    const known = ['/home', '/settings', ...routes.map(route => route.path)]
    expect(shown.filter(path => !known.includes(path))).toEqual([])
    expect(paths(everything)).toContain('/dealer-branch/dealer-branch-list')
  })
})
