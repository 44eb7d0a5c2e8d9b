import { expect, test } from 'vitest'
import { nextSort, wayOf } from './sorts.ts'

test('a head sorts up, then down, then not at all', () => {
  expect(nextSort('', 'name')).toBe('name')
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('-name', 'name')).toBe('')
  expect(nextSort('-name', 'balance')).toBe('balance')
  expect(nextSort('-name,-balance', 'balance')).toBe('balance')
})

test('with Shift a second field sorts among equals, and each keeps its rank while it turns round', () => {
  expect(nextSort('-name', 'balance', true)).toBe('-name,balance')
  expect(nextSort('-name,balance', 'balance', true)).toBe('-name,-balance')
  expect(nextSort('-name,-balance', 'balance', true)).toBe('-name')
  expect(nextSort('name,balance', 'name', true)).toBe('-name,balance')
  expect(nextSort('name,balance', 'updatedAt', true)).toBe('name,updatedAt')
})

test('what is read out is the way of each field', () => {
  expect(['name', 'balance', 'id'].map(field => wayOf('-name,balance', field))).toEqual([
    'descending',
    'ascending',
    'none',
  ])
})
