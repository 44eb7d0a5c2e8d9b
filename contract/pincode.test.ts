import { expect, it } from 'vitest'
import { cleanPincode, wrongPincode } from './pincode.ts'

it('is six digits, however they are grouped and in whichever script', () => {
  for (const typed of ['380 009', '३८०००९', '380009 ', '380-009']) {
    expect(cleanPincode(typed)).toBe('380009')
    expect(wrongPincode(typed)).toBeNull()
  }
})

it('says what is wrong with others, and leaves them as they are', () => {
  expect(wrongPincode('38000')).toBe('digits')
  expect(wrongPincode('SW1A 1AA')).toBe('digits')
  expect(wrongPincode('080009')).toBe('nought')
  expect(cleanPincode('SW1A 1AA')).toBe('SW1A 1AA')
})
