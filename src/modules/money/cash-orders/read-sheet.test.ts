import { expect, it } from 'vitest'
import { readRemittance } from './read-sheet.ts'

const lines = (text: string) => readRemittance(text).lines.map(({ awb, amount }) => [awb, amount])
const rows =
  '3521 8890 4411\t1,239.00\tDelivered\t45.00\n352188904411\t1,239.00\tDelivered\t45.00\n352188904412\t0\tRTO\t\n352188904413\t₹ 899.00\tDelivered\t45.00\n352188904499\t450.00\tDelivered\t45.00\nTotal\t3,827.00\t\t180.00'

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

it('takes the first column and the only one with amounts where there are no heads', () => {
  expect(lines('M-1\tPune\t4999\nM-2\t\t1,250.50\tpaid')).toEqual([
    ['M-1', 499_900],
    ['M-2', 125_050],
  ])
  expect(lines('M-1,4999\nM-2,10')).toEqual([
    ['M-1', 499_900],
    ['M-2', 1_000],
  ])
})

it('asks which column it is where several could be the amount, and takes the answer', () => {
  const asked = readRemittance(rows)
  expect(asked).toMatchObject({
    lines: [],
    ask: ['3521 8890 4411 · 352188904411', '1,239.00 · 1,239.00', 'Delivered · Delivered', '45.00 · 45.00'],
  })
  const told = readRemittance(rows, { awb: 0, amount: 1 })
  expect(told.ask).toBeNull()
  expect(told.lines.map(({ amount }) => amount)).toEqual([123_900, 123_900, 0, 89_900, 45_000])
  expect(readRemittance('AWB\tOrder amount\tCOD amount\nM-1\t100\t90').ask).toHaveLength(3)
  expect(readRemittance('AWB\tOrder amount\tCOD amount\nM-1\t100\t90', { awb: 0, amount: 2 })).toMatchObject({
    lines: [{ at: 2, awb: 'M-1', amount: 9_000 }],
    unread: [],
  })
})

it('says which lines it cannot read, and passes empty ones and totals by', () => {
  const { lines, unread, totals } = readRemittance('AWB\tAmount\nM-1\t100\n\t200\n\nTotal\t\nM-2\t-5')
  expect(lines).toEqual([{ at: 2, awb: 'M-1', amount: 10_000, charges: 0 }])
  expect(unread.map(({ at }) => at)).toEqual([3, 6])
  expect(totals.map(({ at }) => at)).toEqual([5])
})

it('remittanceSheet: reads a sheet with charges and a total: neither is a parcel nor an amount', () => {
  const { lines, unread, totals } = readRemittance(`AWB No\tCOD Amt\tStatus\tDeduction\n${rows}`)
  expect(lines.map(({ awb, amount, charges }) => [awb, amount, charges])).toEqual([
    ['3521 8890 4411', 123_900, 4_500],
    ['352188904411', 123_900, 4_500],
    ['352188904412', 0, 0],
    ['352188904413', 89_900, 4_500],
    ['352188904499', 45_000, 4_500],
  ])
  expect([unread.length, totals.length]).toEqual([0, 1])
})

it('adds to what is left of an amount what the courier has kept of it', () => {
  expect(readRemittance('AWB\tFreight\tGST charges\tNet payable\nM-1\t40\t-7.20\t951.80').lines).toEqual([
    { at: 2, awb: 'M-1', amount: 99_900, charges: 4_720 },
  ])
})

it('says of a number that a spreadsheet has rounded that its digits are lost', () => {
  const { lines, lost } = readRemittance('AWB\tAmount\n3.52189E+11\t100\n1234567890123456\t100\n352188904417\t100')
  expect(lines.map(({ awb }) => awb)).toEqual(['352188904417'])
  expect(lost.map(({ at }) => at)).toEqual([2, 3])
})

it('longNumbers: keeps every number that is whole as it is written, and matches none that has lost digits', () => {
  const numbers = [
    '352188904417',
    '12345678901234',
    '1.2345678901234568E+17',
    '3.52189E+11',
    '0003521889',
    '3521 8890 4417',
  ]
  const { lines, lost } = readRemittance(['AWB\tAmount', ...numbers.map(awb => `${awb}\t100`)].join('\n'))
  expect(lines.map(({ awb }) => awb)).toEqual(['352188904417', '12345678901234', '0003521889', '3521 8890 4417'])
  expect(lost.map(({ at }) => at)).toEqual([4, 5])
})
