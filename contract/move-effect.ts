import { metaOf } from './fields.ts'
import { allFields, type Module, type Row } from './module.ts'
import { withStamps, type Author } from './stamps.ts'

type Values = Record<string, unknown>

/**
 * What a move writes by itself: its stage, and what it asks for under the name of a field. Lines that are only added come
 * behind those that are there. The server writes it, and a device shows it while the move waits.
 */
export function moveEffect(module: Module, name: string, row: Row, args: Values, author: Author): Values {
  const fields = allFields(module)
  const to = module.moves?.[name]?.to
  const named = Object.entries(args)
    .filter(([arg]) => Object.hasOwn(fields, arg))
    .map(([arg, value]) => [arg, isAdded(module, arg) ? [...linesOf(row[arg]), ...linesOf(value)] : value])
  return { ...withStamps(module, row, Object.fromEntries(named) as Values, author), ...(to && { stage: to }) }
}

const isAdded = (module: Module, field: string) => metaOf(allFields(module)[field]!).addOnly === true
const linesOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
