import type { GeneralSetting } from '#contract/modules/access/general-setting.ts'

type Name = keyof GeneralSetting

/** The parts of the form, with their fields in order. */
export const sections = {
  company: ['companyName', 'taxId', 'phone', 'address', 'helpContact'],
  region: ['currency', 'timeZone', 'country'],
  sales: ['orderHours'],
  service: ['warrantyStart', 'stageHours', 'repeatDays', 'stockKeeper'],
  people: ['signUp', 'idleDays', 'absoluteDays', 'lockMinutes'],
  mail: ['mailHost', 'mailPort', 'mailSecurity', 'mailUser', 'mailFrom'],
  couriers: ['couriers'],
} as const satisfies Record<string, readonly Name[]>

export type Section = keyof typeof sections
/** Fields that need a row for themselves. */
export const wide: readonly Name[] = [
  'companyName',
  'address',
  'helpContact',
  'signUp',
  'mailFrom',
  'couriers',
  'stageHours',
  'orderHours',
]
