import { expect, it } from 'vitest'
import { readRemittance } from './read-sheet.ts'

const lines = (text: string) => readRemittance(text).lines.map(({ awb, amount }) => [awb, amount])

it('knows its columns by their heads, wherever they stand', () => {
  const sheet =
    'Date\tOrder\tCOD amount\tAWB No\tCity\n2026-03-01\t17\t₹4,999.00\tM-1\tPune\n2026-03-01\t18\t250\tM-2\tPune'
  expect(lines(sheet)).toEqual([
    ['M-1', 499_900],
    ['M-2', 25_000],
  ])
})

it('takes no day and no number of a payment for the amount', () => {
  expect(lines('awb_number,COD Amount,Remittance Date,Remittance UTR\nM-1,499,2026-03-01,77')).toEqual([
    ['M-1', 49_900],
  ])
  expect(lines('Tracking ID\tStatus\tNet remitted\nM-1\tDelivered\t499')).toEqual([['M-1', 49_900]])
})

it('takes the first column and the last amount where there are no heads', () => {
  expect(lines('M-1\tPune\t4999\nM-2\t\t1,250.50\tpaid')).toEqual([
    ['M-1', 499_900],
    ['M-2', 125_050],
  ])
  expect(lines('M-1,4999\nM-2,10')).toEqual([
    ['M-1', 499_900],
    ['M-2', 1_000],
  ])
})

it('says which lines it cannot read, and passes empty ones by', () => {
  const { lines, unread } = readRemittance('AWB\tAmount\nM-1\t100\n\t200\n\nTotal\t\nM-2\t-5')
  expect(lines).toEqual([{ at: 2, awb: 'M-1', amount: 10_000 }])
  expect(unread.map(({ at }) => at)).toEqual([3, 5, 6])
})
