import { render } from '@testing-library/react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { speakEnglish } from '../../tests/support/at-work.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { RecordForm } from './use-record-form.ts'

beforeAll(() => speakEnglish('ui', 'crud', 'dealerBranch'))

test('after each refused save the summary comes into sight, and not while what it names is being mended', () => {
  const scroll = vi.fn<() => void>()
  const before = Element.prototype.scrollIntoView
  Element.prototype.scrollIntoView = scroll
  onTestFinished(() => {
    Element.prototype.scrollIntoView = before
  })
  const record = (refusals: number, ...wrong: string[]) =>
    ({
      refusals,
      errors: wrong.map(field => [field, `${field} is needed.`] as const),
      form: { values: {} },
      idOf: (path: string) => path,
    }) as unknown as RecordForm
  const show = (of: RecordForm) => <ErrorSummary module={dealerBranch} record={of} />
  const page = render(show(record(0)))
  expect(scroll).not.toHaveBeenCalled()
  page.rerender(show(record(1, 'name', 'phone', 'email')))
  expect(scroll).toHaveBeenCalledOnce()
  page.rerender(show(record(1, 'phone', 'email')))
  expect(scroll).toHaveBeenCalledOnce()
  page.rerender(show(record(2, 'phone', 'email')))
  expect(scroll).toHaveBeenCalledTimes(2)
})
