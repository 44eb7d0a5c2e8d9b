// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRootMark } from './root-mark.ts'

const isThere = () => document.documentElement.hasAttribute('data-test-bar')

test('the mark stands while one of those who say so is there', () => {
  const one = renderHook(({ on }) => useRootMark('data-test-bar', on), { initialProps: { on: true } })
  const other = renderHook(() => useRootMark('data-test-bar'))
  expect(isThere()).toBe(true)
  one.rerender({ on: false })
  expect(isThere()).toBe(true)
  other.unmount()
  expect(isThere()).toBe(false)
  one.rerender({ on: true })
  expect(isThere()).toBe(true)
  one.unmount()
  expect(isThere()).toBe(false)
})
