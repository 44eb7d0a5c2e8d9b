import * as z from 'zod/mini'

/**
 * What somebody was doing when they scanned a record: they looked it up, filled it into a form, packed it, took it for a job,
 * or were in one of the modes that stay open, by its word in the address of the scanner.
 */
export const scanModes = [
  'lookUp',
  'field',
  'pack',
  'takeParts',
  'countStock',
  'moveUnits',
  'receiveUnits',
  'receiveJobs',
  'handOver',
  'takeBack',
] as const
export type ScanModeName = (typeof scanModes)[number]

/** What an intent says that tells of a scan. */
export const scanArgs = z.strictObject({ mode: z.enum(scanModes) })
