import { renderHook } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { WorkState } from '#contract/calls/work.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { speakEnglish } from '../../../tests/support/at-work.tsx'
import { useWorkWords } from './use-work-words.ts'

beforeAll(() => speakEnglish('crud', 'customer', 'lists'))

const work = (of: Partial<WorkState>) =>
  ({
    action: 'change',
    state: 'done',
    total: 10,
    done: 10,
    changed: 10,
    unchanged: 0,
    failedCount: 0,
    ...of,
  }) as WorkState

test.each([
  [work({}), '10 changed'],
  [work({ changed: 9, unchanged: 1 }), '9 changed, 1 was so already'],
  [work({ changed: 8, unchanged: 2 }), '8 changed, 2 were so already'],
  [work({ changed: 7, unchanged: 2, failedCount: 1 }), '7 done, 1 failed, 2 were so already'],
])('work on many records accounts for every one of them', (state, said) => {
  const { result } = renderHook(() => useWorkWords(customer))
  expect(result.current.title(state)).toBe('Change 10 customers')
  expect(result.current.outcome(state)).toBe(said)
})
