import type { Row } from '#contract/module.ts'

/** Is what was written to a record since by this person? What is not sent yet, and what of it was taken back, changes no version. */
export const isOwn = (row: Row, seen: Row, me: number): boolean => row.version === seen.version || row.updatedBy === me
