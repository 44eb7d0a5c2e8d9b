import { Suspense } from 'react'
import { useHasWork } from '#src/crud/list-work/work-signal.ts'
import { piece } from '#src/lib/piece.ts'
import { Arrival } from './arrival.tsx'
import { closeShortcutSheet, useShortcutSheet } from './keys/open-sheet.ts'
import { useKeyboard } from './keys/use-keyboard.ts'
import { useKeepRecents } from './use-keep-recents.ts'
import { useSettled } from './use-settled.ts'
import { closeUnsentDialog, useUnsentDialog } from './unsent-dialog-open.ts'
import { closePalette, usePalette } from './palette/open.ts'

const Palette = piece(() => import('./palette/palette.tsx').then(({ Palette }) => Palette))
const Sheet = piece(() => import('./keys/sheet.tsx').then(({ Sheet }) => Sheet))
const Hints = piece(() => import('./keys/hints.tsx').then(({ Hints }) => Hints))
const TaskHost = piece(() => import('./task-host.tsx').then(({ TaskHost }) => TaskHost))
const UnsentDialog = piece(() => import('./unsent-dialog.tsx').then(({ UnsentDialog }) => UnsentDialog))
const WorkHost = piece(() => import('./work-host.tsx').then(({ WorkHost }) => WorkHost))

/** What belongs to every page, whatever the layout: arrival, keyboard, palette, sheet of shortcuts, work under way. */
export function Everywhere() {
  const palette = usePalette()
  const sheet = useShortcutSheet()
  const hints = useKeyboard()
  const hasWork = useHasWork()
  const unsent = useUnsentDialog()
  const settled = useSettled()
  useKeepRecents()
  return (
    <>
      <Arrival />
      <Suspense>
        {palette !== null && <Palette prefix={palette === true ? '' : palette} onClose={closePalette} />}
        {sheet !== null && <Sheet onClose={closeShortcutSheet} />}
        {hints && <Hints />}
        {unsent && <UnsentDialog onClose={closeUnsentDialog} />}
      </Suspense>
      <Suspense>{hasWork && <WorkHost />}</Suspense>
      <Suspense>{settled && <TaskHost />}</Suspense>
    </>
  )
}
