import type { Row } from '#contract/module.ts'

/** Can a new task be about the record? Of one that was put away the server takes none; in a merged one's place stands another. */
export const mayBeAbout = (row: Row): boolean => !row.archivedAt || typeof row.mergedInto === 'number'
