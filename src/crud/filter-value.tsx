import { metaOf, type FieldKind } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import { useModule } from '#src/data/data.ts'
import { ItemName } from '#src/fields/list-item.tsx'
import { RecordName } from '#src/fields/reference.tsx'
import type { Words } from '#src/fields/words.ts'

export const byOption: readonly FieldKind[] = ['flag', 'choice', 'choices']

type Props = { module: Module; name: string; value: string; words: Words }

/** A value that a list is narrowed to, in words. */
export function FilterValue({ module, name, value, words }: Props) {
  const field = allFields(module)[name]
  if (name === 'stage') return <>{words.stage(value)}</>
  const { kind, module: pointsAt } = field ? metaOf(field) : {}
  if (kind === 'flag') return <>{words.flag(name, value === 'true')}</>
  if (kind && byOption.includes(kind)) return <>{words.option(name, value)}</>
  return pointsAt === undefined ? <ItemName id={Number(value)} /> : <NamedIn module={pointsAt} id={Number(value)} />
}

const NamedIn = ({ module, id }: { module: string; id: number }) => <RecordName module={useModule(module)} id={id} />
