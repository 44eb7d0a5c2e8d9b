import { expect, it } from 'vitest'
import { codeFault } from './code-rules.ts'
import { cleanPincode, isPincode } from './pincode.ts'

it('is six digits, however they are grouped and in whichever script', () => {
  for (const typed of ['380 009', '३८०००९', '380009 ', '380-009']) {
    expect(cleanPincode(typed)).toBe('380009')
    expect(codeFault('pincode', cleanPincode(typed), true)).toBeNull()
  }
})

it('says what is wrong with others, and leaves them as they are', () => {
  for (const wrong of ['38000', 'SW1A 1AA', '080009', '']) expect(codeFault('pincode', wrong, true)).toBe('pincode')
  expect(['38000', 'SW1A 1AA', '080009', '', '380009'].map(isPincode)).toEqual([false, true, false, false, true])
  expect(cleanPincode('SW1A 1AA')).toBe('SW1A 1AA')
})
