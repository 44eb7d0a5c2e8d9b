import type { Maintenance } from '#contract/modules/service/maintenance.ts'

/** What is looked at or measured. */
export type Step = Maintenance['checklist'][number]
/** A part that the job takes. */
export type UsedPart = Maintenance['parts'][number]
