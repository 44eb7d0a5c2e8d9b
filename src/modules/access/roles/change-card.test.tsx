import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { speakEnglish } from '../../../../tests/support/at-work.tsx'
import { ChangeCard } from './change-card.tsx'
import { difference, emptyRole } from './draft.ts'
import type { Impact } from './impact.ts'

beforeAll(() => speakEnglish('access', 'role', 'ui'))

const after = { ...emptyRole, permissions: ['20-a'] }
const show = (more: Partial<Impact>) => {
  const impact = { losses: [], lastManager: false, lost: { permissions: [], approves: [], scopes: [] }, ...more }
  render(<ChangeCard title="Unsaved" difference={difference(emptyRole, after)} texts={after} impact={impact} me={1} />)
}
const what = /so nobody could ever give that again/

it('before a role is saved the rights that nobody could give any more are named, the first few', () => {
  show({ lost: { permissions: ['20-c', '20-b'], approves: ['order'], scopes: ['user'] } })
  const words = screen.getByText(what).textContent
  expect(words).toContain('“Orders, edit”, “Orders, create”, “Orders: may approve”, and 1 more right')
  expect(words).toContain('give it to somebody else who gives access first')
})

it('one that is seen by fewer is named by its rows', () => {
  show({ lost: { permissions: [], approves: [], scopes: ['user'] } })
  expect(screen.getByText(what).textContent).toContain('would hold “Users, more rows”, so')
})

it('nothing is said of it where nothing is lost, or where nobody would be left at all', () => {
  show({})
  expect(screen.queryByText(what)).toBeNull()
  show({ lastManager: true, lost: { permissions: ['20-c'], approves: [], scopes: [] } })
  expect(screen.queryByText(what)).toBeNull()
  expect(screen.getByText(/^Nobody would be left/)).toBeDefined()
})
