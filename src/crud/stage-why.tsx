import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView, isNothing } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import type { PartProps } from './screens.ts'

/** Why a record stands beside its way, where there is no bar of its stages to say so. */
export function StageWhy({ screens: { module }, record }: PartProps) {
  const words = useWords(module)
  const name = module.stageWhy?.[record.stage ?? '']
  if (!name || isNothing(record[name])) return null
  return (
    <Banner tone="warning" title={words.stage(record.stage!)}>
      <FieldCell field={fieldView(module, name, words)} value={record[name]} />
    </Banner>
  )
}
