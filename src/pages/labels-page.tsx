import { screensOf, type Pages } from '#src/crud/screens.ts'
import { LabelDesk } from '#src/labels/label-desk.tsx'
import { screens } from '#src/modules/index.ts'

/** Labels of whatever has one, from wherever they were queued. */
export async function labelsPage() {
  const labelled = Object.values<Pages | null>(screens).flatMap(pages =>
    pages?.module.label ? [screensOf(pages)] : [],
  )
  const all = await Promise.all(labelled)
  const loaders = Object.fromEntries(all.flatMap(({ module, label }) => (label ? [[module.name, label] as const] : [])))
  return () => <LabelDesk loaders={loaders} />
}
