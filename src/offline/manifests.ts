import { PUSH_FILES, type PushInput } from '#contract/calls/push.ts'
import { numbersIn } from './outbox/numbers-in.ts'
import type { Upload } from './upload.ts'

type SentOp = PushInput['ops'][number]

/** A change with what it names of the files that wait in these rows: it goes first, the bytes follow. */
export function withFilesOf(op: SentOp, rows: readonly { uploads?: readonly Upload[] }[], device: string): SentOp {
  if ('cancel' in op) return op
  const named = new Set(numbersIn(op.args))
  const files = rows
    .flatMap(({ uploads = [] }) => uploads)
    .filter(({ id, field }) => field !== null && named.has(id))
    .slice(0, PUSH_FILES)
    .map(({ id, mid, name, size, hash, field }) => ({ id, device, mid, name, size, hash, field: field! }))
  return files.length > 0 ? { ...op, files } : op
}
