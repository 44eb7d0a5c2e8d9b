import { expect, it } from 'vitest'
import { usedPermissions } from '#contract/permission-table.ts'
import { register } from '#contract/register.ts'
import { allLines, canApprove, codesOf, findLines, linesOf, parts, scopesOf, type Line } from './lines.ts'

const line = (name: string): Line => allLines.find(one => one.name === name)!

it('the matrix shows every permission that something asks for, each once', () => {
  expect(allLines.flatMap(codesOf).toSorted()).toEqual(usedPermissions.toSorted())
})

it('a search finds a line by its name, without accents and case, or by its number, and keeps the head of its group', () => {
  const find = (wanted: string) => findLines(parts.modules, wanted, one => one.name.replaceAll('_', ' '))
  expect(find('ORDER inv')).toMatchObject([{ name: 'sales', lines: [{ name: 'order_invoices' }] }])
  expect(find('203')).toMatchObject([{ name: 'office', lines: [{ name: 'payment' }] }])
  expect(find('nothing like it')).toEqual([])
  expect(find('').flatMap(group => group.lines)).toHaveLength(linesOf('modules').length)
})

it('offers the row scopes that a module declares, and all of them while it is not there', () => {
  expect(scopesOf(line('users'), register)).toEqual(['branch', 'all'])
  expect(scopesOf(line('dealer_branches'), register)).toEqual([])
  expect(scopesOf(line('orders'), {})).toEqual(['own', 'branch', 'all'])
  expect(scopesOf(line('source'), register)).toEqual([])
})

it('offers to approve where a move waits for it, or where work may get stuck on a device', () => {
  expect(canApprove(line('unit'), register)).toBe(true)
  expect(canApprove(line('stock_move'), register)).toBe(true)
  expect(canApprove(line('tasks'), register)).toBe(true)
  expect(canApprove(line('customers'), register)).toBe(true)
  expect(canApprove(line('users'), register)).toBe(false)
  expect(canApprove(line('payment'), {})).toBe(true)
  expect(canApprove(line('source'), register)).toBe(false)
})
