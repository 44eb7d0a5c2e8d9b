import { expect, it } from 'vitest'
import { againstPincode, cleanPincode } from './pincode.ts'

it('is six digits, however they are grouped and in whichever script', () => {
  for (const typed of ['380 009', '३८०००९', '380009 ', '380-009']) {
    expect(cleanPincode(typed)).toBe('380009')
    expect(againstPincode(typed)).toBeNull()
  }
})

it('says what is wrong with others, and leaves them as they are', () => {
  expect(againstPincode('38000')).toBe('A PIN code has six digits.')
  expect(againstPincode('SW1A 1AA')).toBe('A PIN code has six digits.')
  expect(againstPincode('080009')).toBe('No PIN code begins with 0.')
  expect(cleanPincode('SW1A 1AA')).toBe('SW1A 1AA')
})
