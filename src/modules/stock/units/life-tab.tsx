import { unitTimelineCall } from '#contract/calls/timeline.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { Life } from '#src/crud/life/life.tsx'
import type { PartProps } from '#src/crud/screens.ts'

/** Every sale, shipment, repair, part and replacement, as far as there are modules that tell of them. */
export function LifeTab({ record }: PartProps) {
  return <Life module={unit} id={record.id} call={unitTimelineCall} question={{ unit: record.id }} />
}
