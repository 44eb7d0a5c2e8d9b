import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [0, 'Rupees zero only'],
  [100, 'Rupees one only'],
  [5, 'Rupees zero and five paise only'],
  [1_150, 'Rupees eleven and fifty paise only'],
  [2_000, 'Rupees twenty only'],
  [9_999, 'Rupees ninety-nine and ninety-nine paise only'],
  [10_000, 'Rupees one hundred only'],
  [11_000, 'Rupees one hundred ten only'],
  [100_000, 'Rupees one thousand only'],
  [1_599_600, 'Rupees fifteen thousand nine hundred ninety-six only'],
  [10_000_000, 'Rupees one lakh only'],
  [12_345_678, 'Rupees one lakh twenty-three thousand four hundred fifty-six and seventy-eight paise only'],
  [1_000_000_000, 'Rupees one crore only'],
  [1_000_000_100, 'Rupees one crore one only'],
  [
    123_456_789_000,
    'Rupees one hundred twenty-three crore forty-five lakh sixty-seven thousand eight hundred ninety only',
  ],
  [-10_000, 'Rupees minus one hundred only'],
])('%d paise', (minor, said) => {
  expect(amountInWords(minor, 'INR')).toBe(said)
})

test('another currency is said by its letters', () => {
  expect(amountInWords(250, 'EUR')).toBe('EUR two and fifty hundredths only')
})
