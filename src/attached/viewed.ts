import type { FileRow } from '#contract/calls/attached.ts'
import type { UploadItem } from '#src/offline/uploads.ts'
import { kindOf } from './file-icon.ts'

/** A file to be looked at. Of one that nothing is known of, its size is null. */
export type Viewed = Pick<FileRow, 'id' | 'name' | 'kind'> & { size: number | null }

/** One that is on its way from this device, as it was chosen. */
export const viewedOf = ({ id, name, size, bytes }: UploadItem): Viewed => ({
  id,
  name,
  size,
  kind: kindOf(bytes.type),
})
