import type { Actor } from '#contract/actor.ts'
import { keyOf } from '#contract/codes.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Module, type Register, type Row } from '#contract/module.ts'
import { holds, inScope, maySee } from '#contract/rules.ts'
import type { Look, Looked, LookedHit } from '#contract/scan/resolve.ts'
import { copyOf, ownerOf } from '#contract/scan/copied-codes.ts'
import { scannedFields } from '#contract/scan/scanned-fields.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { hasThrownOff } from '#src/offline/bring-back.ts'
import { heldGroups } from '#src/offline/may-hold.ts'
import { indexOf, isKeepable, keptTable, readCursor, type Kept, type UserDb } from '#src/offline/user-db.ts'

/** Looks for what was scanned among what this device keeps, along the indexes of its codes. */
export function lookOnDevice(db: UserDb, register: Register, actor: Actor): Look {
  // Also what somebody sees only for their work: a device holds no more than it was given.
  const kept = Object.values(register).filter(module => isKeepable(module) && !module.list)
  const hitsOf = (module: Module, field: string | null, rows: readonly (Kept | undefined)[]): LookedHit[] =>
    rows.flatMap(one => (one?.row && inScope(module, one.row, actor) ? [hitOf(module, field, one.row)] : []))
  const coded = kept.filter(module => scannedFields(module).length > 0)
  const tables = coded.map(module => keptTable(db, module))
  // One way to the disk for all of them.
  const among = (codes: readonly string[], anyCase = false) =>
    db.transaction('r', tables, () => readAmong(codes, anyCase))
  const readAmong = async (codes: readonly string[], anyCase: boolean): Promise<LookedHit[]> => {
    const asked = coded.flatMap(module =>
      scannedFields(module).map(async field => {
        const index = keptTable(db, module).where(indexOf(field))
        return hitsOf(module, field, await (anyCase ? index.anyOfIgnoreCase([...codes]) : index.anyOf(codes)).toArray())
      }),
    )
    return (await Promise.all(asked)).flat()
  }
  /**
   * Those that are the same code by its key. Nearly always they part their signs by one mark more, or by none; otherwise the index
   * is read through without the records, which takes a second where there are many.
   */
  const sameAs = (code: string) =>
    db.transaction('r', tables, async () => {
      const found = coded.flatMap(module =>
        scannedFields(module).map(async field => {
          const { is, once } = metaOf(allFields(module)[field]!)
          if (!is) return []
          const index = indexOf(field)
          const table = keptTable(db, module)
          const wanted = keyOf(is, code)
          if (once) {
            const near = await table.where(index).anyOf(partedOtherwise(code)).toArray()
            const same = near.filter(one => one.row && keyOf(is, String(one.row[field])) === wanted)
            if (same.length > 0) return hitsOf(module, field, same)
          }
          const held = (await table.orderBy(index).uniqueKeys()).map(String).filter(one => keyOf(is, one) === wanted)
          return held.length === 0 ? [] : hitsOf(module, field, await table.where(index).anyOf(held).toArray())
        }),
      )
      return (await Promise.all(found)).flat()
    })
  return {
    byCode: async codes => {
      const hits = await among(codes.flatMap(casesOf))
      // Codes are nearly always in letters of one case: the others take ten times as long to find.
      if (hits.length > 0 || codes.length > 1) return { hits, denied: [] }
      const alike = await among(codes, true)
      return { hits: alike.length > 0 ? alike : await sameAs(codes[0]!), denied: [] }
    },
    byLabel: async ({ code, id }) => {
      const module = Object.values(register).find(one => !one.list && one.code === code)
      if (!module) return nothing
      const hits = kept.includes(module) ? hitsOf(module, null, [await keptTable(db, module).get(id)]) : []
      return { hits, denied: hits.length > 0 || maySee(module, actor) ? [] : [module.name] }
    },
  }
}
/** The modules of which this device has every record that its person may see. */
export async function modulesKeptWhole(db: UserDb, register: Register): Promise<ReadonlySet<string>> {
  const names = heldGroups(register, await readCursor(db), await hasThrownOff(db))
  const whole = Object.values(register).filter(one => !one.list && one.offline.keep === 'all' && holds(names, one))
  return new Set(whole.map(({ name }) => name))
}

const MARKS = ['-', ' ', '/', '.', '_']
const partedOtherwise = (code: string): string[] => {
  const places = Array.from({ length: code.length }, (_, at) => at + 1)
  const ways = places.flatMap(at => MARKS.map(mark => code.slice(0, at) + mark + code.slice(at)))
  return [code.replaceAll(/[-\s/._]/g, ''), ...ways].flatMap(casesOf)
}

const casesOf = (code: string): string[] => [...new Set([code, code.toUpperCase(), code.toLowerCase()])]

const nothing: Looked = { hits: [], denied: [] }

function hitOf(module: Module, field: string | null, row: Row): LookedHit {
  const title = titleOf(module, row)
  const code = field === null ? title : String(row[field])
  const hit = { module: module.name, id: row.id, title, archived: row.archivedAt !== null, field, code }
  const owner = field === null ? null : ownerOf(module, field)
  return owner ? { ...hit, ...copyOf(module, field!, row[owner.by], row.stage) } : hit
}
