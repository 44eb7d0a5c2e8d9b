import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { LabelSheets } from '#src/paper/label-sheets.tsx'
import { sizesOf } from '#src/paper/label-sizes.ts'
import { namelessLabels, printSheets } from '#src/paper/print-sheets.ts'
import { toast } from '#src/ui/toast.ts'
import { readLabel, type LabelLoader } from './label-of.ts'
import { drawn } from './ready.tsx'
import { keepUsed, readSettings, readUsed } from './settings.ts'
import { useCountPrints } from './use-count-prints.ts'
import { withoutNames } from './without-names.ts'

/** One time that it stands on the page. */
type Run = { isHere: boolean }
type Props = { module: Module; load: LabelLoader; row: Row; onDone: () => void }

/** Prints the label of a record once, on what such labels were printed last; nothing of it is seen on the page. */
export function PrintNow({ module, load, row, onDone }: Props) {
  const { t } = useTranslation('label')
  const label = readLabel(load)
  const count = useCountPrints(module, label.moves, 'anywhere')
  const kind = module.label!
  const { size: name, dpi } = readSettings(kind)
  const size = sizesOf[kind][name]!
  const [used] = useState(() => readUsed(kind))
  const why = label.whyNot?.(row)
  const labels = why ? [] : drawn(label, module, row, { size, dpi })
  const print = useEffectEvent(async (run: Run) => {
    // Whoever has left the page meanwhile is not called back to it.
    const done = () => run.isHere && onDone()
    if (why) {
      done()
      return void toast(t(`left.${why}`))
    }
    const nameless = await namelessLabels()
    // The page was drawn anew meanwhile: what came in the place of this prints.
    if (!run.isHere) return
    if (nameless.size > 0 && !(await withoutNames([titleOf(module, row)]))) return void done()
    await printSheets()
    keepUsed(kind, name, used, labels.length)
    done()
    const refused = await count([{ row, copies: 1 }])
    if (refused) toast(refused)
  })
  useEffect(() => {
    const run = { isHere: true }
    // An effect that is undone at once prints nothing.
    const soon = setTimeout(() => void print(run))
    return () => {
      run.isHere = false
      clearTimeout(soon)
    }
  }, [])
  return <LabelSheets size={size} labels={labels} used={used} alone />
}
