import type { Row } from '#contract/module.ts'

/**
 * Is it this person who wrote what a record is now, as it was answered or waits? Where somebody else had done the same, there
 * was nothing left to do, and there is nothing to put back.
 */
export const isOwnWrite = (row: Pick<Row, 'updatedBy'> | null, waiting: boolean, me: number): boolean =>
  waiting || row?.updatedBy === me

/** Is what was written to a record since by this person? What is not sent yet, and what of it was taken back, changes no version. */
export const isOwn = (row: Row, seen: Row, me: number): boolean => row.version === seen.version || row.updatedBy === me
