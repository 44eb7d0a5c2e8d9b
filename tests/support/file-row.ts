import type { FileRow } from '#contract/calls/attached.ts'

/** A file as the server tells of it: a document that it has all of. */
export const fileRow = (id: number, name: string, changes: Partial<FileRow> = {}): FileRow => ({
  id,
  name,
  kind: 'document',
  type: 'application/pdf',
  size: 1_000,
  width: null,
  height: null,
  position: id,
  madeAt: new Date().toISOString(),
  madeBy: 1,
  madeByName: 'Asha',
  removed: false,
  received: null,
  ...changes,
})
