import type { Row } from '#contract/module.ts'

/**
 * Is it this person who wrote what a record is now, as it was answered or waits? Where somebody else had done the same, there
 * was nothing left to do, and there is nothing to put back.
 */
export const isOwnWrite = (row: Pick<Row, 'updatedBy'> | null, waiting: boolean, me: number): boolean =>
  waiting || row?.updatedBy === me
