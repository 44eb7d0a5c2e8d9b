// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { safeRedirect, signInAddress } from './safe-redirect.ts'

const origin = 'https://desk.example'
const lead = (wanted: unknown) => safeRedirect(wanted as string, origin)

describe('where a redirectUrl may lead', () => {
  it.each([
    '/orders/orders-list',
    '/settings/return-reason-list?q=late#row-3',
    '/dealer-branch/dealer-branch-details/12',
    '/inquiry/inquiry-list?next=https://evil.example/',
    '/sign-inquiries',
  ])('keeps %s', path => expect(lead(path)).toBe(path))

  it.each([
    'https://evil.example',
    'http:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /orders',
    '\u0000/orders',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/\u2028/evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'JaVaScRiPt:alert(1)',
    '//evil.example/%2f..',
    '/@evil.example:x@y/..//',
    'orders',
    '',
    '/',
    '/sign-in',
    '/SIGN-IN/',
    '/sign-in?redirectUrl=/sign-in',
    '/sign-out',
    '/reset-password/abc',
    '/api/list/source',
    `/${'a'.repeat(2_048)}`,
  ])('goes home instead of to %j', path => expect(lead(path)).toBe('/home'))

  it.each([null, undefined, 7, ['/orders'], {}])('goes home for %j, which is no text', value =>
    expect(lead(value)).toBe('/home'),
  )

  it('never leaves the origin, whatever is appended to a good path', () => {
    for (const tail of ['//evil.example', '/..//evil.example', '?//evil.example', '#//evil.example', ';//evil.example'])
      expect(new URL(lead(`/home${tail}`), origin).origin).toBe(origin)
  })
})

describe('the sign-in address', () => {
  it('remembers the page somebody wanted', () => {
    expect(signInAddress('/orders/orders-list?q=a b')).toBe(
      '/sign-in?redirectUrl=%2Forders%2Forders-list%3Fq%3Da%2520b',
    )
  })
  it('remembers nothing for the root and for what is no page', () => {
    expect(signInAddress('/')).toBe('/sign-in')
    expect(signInAddress('//evil.example')).toBe('/sign-in')
    expect(signInAddress('/sign-up')).toBe('/sign-in')
  })
})
