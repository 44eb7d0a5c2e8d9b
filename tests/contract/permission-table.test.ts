import { describe, expect, it } from 'vitest'
import texts from '../../public/locales/en/access.json' with { type: 'json' }
import role from '../../public/locales/en/role.json' with { type: 'json' }
import spec from '../spec/routes.json' with { type: 'json' }
import type { Action } from '#contract/action.ts'
import { permissionTable, usedPermissions, type PermissionLine } from '#contract/permission-table.ts'
import {
  allPermissions,
  permissionLetters,
  permissionNumbers,
  recordModuleNames,
  reportKinds,
  type PermissionName,
} from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { actionsOf, permission } from '#contract/rules.ts'
import { standardRoles } from '#server/seed/roles.ts'

const lines = Object.values(permissionTable).flatMap(group => Object.entries<PermissionLine>(group))
const asked = spec.routes.flatMap(route => route.codes)
const say = (name: string, letter: string) =>
  (role.options.permissions as Record<string, string>)[`${permissionNumbers[name as PermissionName]}-${letter}`]
const others = (codes: readonly string[], known: readonly string[]) => codes.filter(code => !known.includes(code))

describe('the table of permissions', () => {
  it('has every number of the client once, and the reports apart', () => {
    expect(lines.map(([name]) => name).toSorted()).toEqual(
      Object.keys(permissionNumbers)
        .filter(name => name !== 'reports')
        .toSorted(),
    )
  })

  it('has every permission that a page of the client asks for', () =>
    expect(others(asked, usedPermissions)).toEqual([]))

  it('names only permissions that a role can hold', () => expect(others(usedPermissions, allPermissions)).toEqual([]))

  it('has the module-wide permission exactly where the client names it', () => {
    const wide = (codes: readonly string[]) => [...new Set(codes.filter(code => code.endsWith('-f')))].toSorted()
    expect(wide(usedPermissions)).toEqual(wide(asked))
  })

  it.each(standardRoles.filter(one => one.name !== 'Administrator').map(one => [one.name, one] as const))(
    'has everything that the standard role %s grants, so that the matrix can show it',
    (_, standard) => expect(others(standard.permissions, usedPermissions)).toEqual([]),
  )

  it('names the module of every line whose records are scoped or approved', () => {
    expect(lines.flatMap(([, { module }]) => module ?? []).toSorted()).toEqual(recordModuleNames.toSorted())
    for (const [name, { module }] of lines)
      if (module && register[module])
        expect(register[module].code, name).toBe(permissionNumbers[name as keyof typeof permissionNumbers])
  })

  it('has a name for every group, line, column and permission, and they agree', () => {
    expect(Object.keys(texts.groups).toSorted()).toEqual([...Object.keys(permissionTable), 'reports'].toSorted())
    expect(Object.keys(texts.lines).toSorted()).toEqual([...lines.map(([name]) => name), ...reportKinds].toSorted())
    expect(Object.keys(texts.columns).toSorted()).toEqual(['all', 'see', 'erase', ...permissionLetters].toSorted())
    for (const [name, { letters, erases }] of lines)
      for (const letter of letters.split('')) {
        const column = erases && letter === 'e' ? 'erase' : (letter as 'a')
        expect(say(name, letter), name).toBe(
          `${texts.lines[name as keyof typeof texts.lines]}, ${texts.columns[column].toLowerCase()}`,
        )
      }
    expect(Object.keys(texts.notes).filter(code => !usedPermissions.includes(code))).toEqual([])
  })

  it.each(Object.values(register).map(module => [module.name, module] as const))(
    'has what the pages, calls and moves of %s ask for',
    (_, module) => {
      const actions: Action[] = [
        ...(['list', 'edit', 'details'] as const),
        ...Object.values(module.moves ?? {}).flatMap(actionsOf),
      ]
      const codes = actions.map(action => permission(module, action))
      expect(others(codes, usedPermissions)).toEqual([])
      const line = lines.find(([name]) => permissionNumbers[name as keyof typeof permissionNumbers] === module.code)
      expect(line?.[1].colour, 'wears the colour of its module').toBe(module.list ? undefined : module.colour)
    },
  )
})

it('lets the field correct the customer that it may make, with notes and photos', () => {
  const { permissions } = standardRoles.find(({ name }) => name === 'Field service')!
  const of = (name: PermissionName) =>
    permissions.filter(code => code.startsWith(`${permissionNumbers[name]}-`)).map(code => code.split('-')[1])
  expect(of('customers')).toEqual(['a', 'b', 'c', 'd'])
  expect(of('uploads')).toContain('b')
})
