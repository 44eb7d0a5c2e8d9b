import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import type { MakeProps, PanelProps } from '#src/fields/record-places.ts'
import type { Values } from '#src/form/check.ts'
import { FormDrawer } from './form-drawer.tsx'
import { useSayWaiting } from './say-waiting.ts'
import { readScreens, type Pages } from './screens.ts'
import { StageWhy } from './stage-why.tsx'
import { UseThatContext } from './use-that.ts'

/** The form of a module in a drawer, for a record that something else refers to. */
export function MakeOne({ pages, typed, onMade, onClose }: MakeProps & { pages: Pages }) {
  const screens = readScreens(pages)
  const sayWaiting = useSayWaiting()
  return (
    <UseThatContext value={onMade}>
      <FormDrawer
        screens={screens}
        start={startWith(screens.module, typed)}
        onClose={onClose}
        onSaved={outcome => {
          sayWaiting(outcome)
          if (outcome.row) onMade(outcome.row)
          else onClose()
        }}
      />
    </UseThatContext>
  )
}

/** A new record begins with what was typed to find it: its name, where the name is people's to write. */
function startWith(module: Module, typed: string): Values {
  const field = module.fields[module.title]
  return field && typed && metaOf(field).kind === 'text' ? { [module.title]: typed } : {}
}

/** What a module shows of a record above its fields. The bar of its stages stands on its own page only. */
export function PanelOf({ pages, record }: { pages: Pages; record: PanelProps['record'] }) {
  const screens = readScreens(pages)
  return (
    <>
      <StageWhy screens={screens} record={record} />
      {screens.panel && <screens.panel record={record} screens={screens} />}
    </>
  )
}
