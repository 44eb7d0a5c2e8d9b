import { metaOf, type FieldMeta, type Fields } from '#contract/fields.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'

/** A place in a record that holds the id of something else, as the declaration says. */
export type Pointer = {
  /** `source`, `lines.reason`, `address.city`. */
  path: string
  /** The field of the module that holds it. */
  field: string
  /** The name below the field: the column of a line, the part of an address. */
  inner: string | null
  /** 'lines' hold many objects, 'address' one; null is the field itself. */
  within: 'lines' | 'address' | null
  /** Does the place hold several ids? */
  many: boolean
  /** Nobody chooses what stands there: it says who wrote. */
  stamped: boolean
  /** May it also name what is put away or switched off, or at least what is switched off? */
  past: FieldMeta['past']
  target: { list: string } | { module: string; line: boolean }
}

const cache = new WeakMap<Module, Pointer[]>()

/** Everything in a module's rows that points at a settings item or at another record. */
export function pointersOf(module: Module): Pointer[] {
  const known = cache.get(module)
  if (known) return known
  const pointers = pointersIn(allFields(module))
  cache.set(module, pointers)
  return pointers
}

/** The same for any set of fields, such as what a move asks for. */
export const pointersIn = (fields: Fields): Pointer[] =>
  Object.entries(fields).flatMap(([field, schema]): Pointer[] => {
    const meta = metaOf(schema)
    if (meta.kind === 'lines')
      return pointersIn(meta.line ?? {})
        .filter(pointer => pointer.within === null)
        .map(pointer => ({
          ...pointer,
          path: `${field}.${pointer.field}`,
          field,
          inner: pointer.field,
          within: 'lines',
        }))
    if (meta.kind === 'address')
      return Object.entries(meta.parts ?? {}).map(([inner, list]) => ({
        path: `${field}.${inner}`,
        field,
        inner,
        within: 'address' as const,
        many: false,
        stamped: false,
        past: undefined,
        target: { list },
      }))
    const target = targetOf(meta)
    if (!target) return []
    return [
      {
        path: field,
        field,
        inner: null,
        within: null,
        many: meta.kind === 'listItems' || meta.kind === 'references',
        stamped: meta.stamp !== undefined,
        past: meta.past,
        target,
      },
    ]
  })

const targetOf = (meta: ReturnType<typeof metaOf>): Pointer['target'] | null => {
  if (meta.kind === 'listItem' || meta.kind === 'listItems') return { list: meta.list ?? '' }
  if (meta.kind === 'reference' || meta.kind === 'references')
    return { module: meta.module ?? '', line: meta.ofLine === true }
  return null
}

type Values = Record<string, unknown>

/** The ids that a value of the pointer's field holds, with the place of each as a form names it. */
export function idsAt(pointer: Pointer, value: unknown): { id: number; place: string }[] {
  if (value === null || value === undefined) return []
  if (pointer.within === 'lines')
    return (value as Values[]).flatMap((line, index) =>
      idsIn(line[pointer.inner!]).map(id => ({ id, place: `${pointer.field}.${index}.${pointer.inner}` })),
    )
  if (pointer.within === 'address')
    return idsIn((value as Values)[pointer.inner!]).map(id => ({ id, place: pointer.path }))
  return idsIn(value).map(id => ({ id, place: pointer.field }))
}

const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? (value as number[]) : typeof value === 'number' ? [value] : []

/** The field's value with one id put in the place of another. */
export function repointed(pointer: Pointer, value: unknown, from: number, to: number): unknown {
  const swap = (held: unknown): unknown =>
    Array.isArray(held) ? [...new Set(held.map(id => (id === from ? to : (id as number))))] : held === from ? to : held
  if (value === null || value === undefined) return value
  if (pointer.within === 'lines')
    return (value as Values[]).map(line => ({ ...line, [pointer.inner!]: swap(line[pointer.inner!]) }))
  if (pointer.within === 'address')
    return { ...(value as Values), [pointer.inner!]: swap((value as Values)[pointer.inner!]) }
  return swap(value)
}

/** Does the row hold the value at `field`, `lines.column` or `address.part`? Several-valued places hold each of theirs. */
export function holds(row: Row, path: string, value: unknown): boolean {
  const [field = '', inner] = path.split('.')
  const held = row[field]
  const places =
    inner === undefined ? [held] : (Array.isArray(held) ? held : [held]).map(part => (part as Values | null)?.[inner])
  return places.some(place => (Array.isArray(place) ? place.includes(value) : (place ?? null) === (value ?? null)))
}
