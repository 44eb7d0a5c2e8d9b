import { over, same } from '#contract/merge.ts'
import type { Row } from '#contract/module.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { atTheirPlaces, fieldOf, type Errors, type Values } from '#src/form/check.ts'
import { whyNot } from '#src/crud/why-not.ts'
import type { Outcome } from '#src/data/outcome.ts'

type Line = { id: number } & Values
const linesIn = (value: unknown) => (Array.isArray(value) ? value : []) as Line[]

/**
 * The changes without what stands at these paths: a field, or a cell of one of its lines. Such a cell stays as it was before,
 * and a line that was not there before waits with its cell.
 */
export function without(changes: Values, base: Values, paths: readonly string[]): Values {
  const right = { ...changes }
  for (const path of paths) {
    const [field = '', id, column] = path.split('.')
    if (!(field in right)) continue
    if (id === undefined || column === undefined) delete right[field]
    else right[field] = withoutCell(linesIn(right[field]), linesIn(base[field]), id, column)
  }
  return Object.fromEntries(Object.entries(right).filter(([field, value]) => !same(value, base[field])))
}

function withoutCell(lines: readonly Line[], before: readonly Line[], id: string, column: string): Line[] {
  const was = before.find(line => String(line.id) === id)
  return lines.flatMap(line => {
    if (String(line.id) !== id) return [line]
    return was ? [{ ...line, [column]: was[column] }] : []
  })
}

/** Answers about what was sent, not about the moment or the device: sent again it would be refused again. */
const ofItself: readonly string[] = ['invalid', 'forbidden', 'too-large']

type Way = {
  send: (row: Row, wanted: Values) => Promise<Outcome>
  /** The record as it is after this was kept; with nothing sent, as somebody else has made it. */
  onRow: (row: Row, sent: Values) => void
  /** Both changed these fields: a person has to say. */
  onAsk: (asks: readonly string[]) => void
  /** What the server says, by the paths of the form. */
  onRefused: (said: Errors) => void
}

/**
 * Sends the changes as one. What a person has to decide, and what is refused, is taken out, and the rest sent again; field
 * by field, where it is not said which of them is refused. Answers how the last one ended that was not taken.
 */
export async function keepFields(from: Row, changes: Values, way: Way): Promise<Outcome | null> {
  let base = from
  let rest = changes
  let failed: Outcome | null = null
  const goOn = (row: Row, sent: Values) => {
    way.onRow(row, sent)
    const others = Object.entries(rest).filter(([name]) => !(name in sent))
    rest = over(maintenance, base, row, Object.fromEntries(others), [])
    base = row
  }
  const turns: (readonly string[])[] = [Object.keys(changes)]
  for (let names = turns.shift(); names; names = turns.shift()) {
    const wanted = pick(rest, names)
    if (Object.keys(wanted).length === 0) continue
    const outcome = await way.send(base, wanted)
    if (outcome.state === 'saved' || outcome.state === 'waiting') {
      goOn(outcome.row ?? { ...base, ...wanted }, wanted)
      continue
    }
    failed = outcome
    if (outcome.state === 'conflict') {
      way.onAsk(outcome.asks)
      goOn(outcome.row, {})
      const others = Object.keys(wanted).filter(name => !outcome.asks.includes(name))
      // It may be about the whole record: that it was archived.
      if (others.length === Object.keys(wanted).length) return failed
      turns.unshift(others)
      continue
    }
    if (outcome.inOutbox || !ofItself.includes(outcome.code)) return failed
    const said = aboutThese(wanted, outcome.fields ?? {})
    const [name = '', second] = Object.keys(wanted)
    if (Object.keys(said).length > 0) {
      way.onRefused(said)
      const better = without(rest, base, Object.keys(said))
      // What it says of a cell that nobody changed is answered by the whole field.
      const isSame = same(better, rest)
      rest = isSame ? without(rest, base, Object.keys(said).map(fieldOf)) : better
      turns.unshift(Object.keys(wanted))
    } else if (second === undefined) way.onRefused({ [name]: whyNot(outcome) })
    else turns.unshift(...Object.keys(wanted).map(one => [one]))
  }
  return failed
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

const aboutThese = (sent: Values, said: Errors): Errors => {
  const placed = Object.entries(atTheirPlaces(maintenance.fields, sent, said))
  return Object.fromEntries(placed.filter(([path]) => fieldOf(path) in sent))
}
