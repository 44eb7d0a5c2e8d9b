import { expect, it } from 'vitest'
import { awbKey, hasLostDigits } from './awb.ts'

it('is the same number however it is printed', () => {
  for (const typed of ['352188904411', '3521 8890 4411', '3521-8890-4411', ' 352188904411\u200b', '३५२१८८९०४४११'])
    expect(awbKey(typed)).toBe('352188904411')
  expect(awbKey('ax-12 b')).toBe('AX12B')
})

it('is known to have lost digits where a sheet rounded it', () => {
  for (const ruined of ['3.52189E+11', '3,52189e+11', '1.2345678901234568E+17', '1234567890123456'])
    expect(hasLostDigits(ruined), ruined).toBe(true)
  for (const whole of ['352188904417', '12345678901234', '0003521889', 'EE123456789IN', '3E5X'])
    expect(hasLostDigits(whole), whole).toBe(false)
})
