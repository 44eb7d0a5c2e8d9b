import type { FieldMeta } from './fields.ts'

/** What a line starts with: the defaults of its declaration, and nothing elsewhere. */
export const emptyLine = ({ line = {} }: FieldMeta): Record<string, unknown> =>
  Object.fromEntries(Object.entries(line).map(([name, field]) => [name, field.safeParse(undefined).data ?? null]))
