import { Suspense, useSyncExternalStore } from 'react'
import { useHasWork } from '#src/crud/list-work/work-signal.ts'
import { hasEarly, onEarly } from '#src/lib/keys/early.ts'
import { piece } from '#src/lib/piece.ts'
import { onToasts, shownToasts } from '#src/ui/toast.ts'
import { Arrival } from './arrival.tsx'
import { closeShortcutSheet, useShortcutSheet } from './keys/open-sheet.ts'
import { useKeyboard } from './keys/use-keyboard.ts'
import { useSettled } from './use-settled.ts'
import { closeUnsentDialog, useUnsentDialog } from './unsent-dialog-open.ts'
import { closePalette, usePalette } from './palette/open.ts'

const Palette = piece(() => import('./palette/palette.tsx').then(({ Palette }) => Palette))
const Sheet = piece(() => import('./keys/sheet.tsx').then(({ Sheet }) => Sheet))
const Later = piece(() => import('./later.tsx').then(({ Later }) => Later))
const Hints = piece(() => import('./keys/hints.tsx').then(({ Hints }) => Hints))
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
  // There before the first toast, as a place that is heard: what comes with its own words may not be.
  const hasToasts = useSyncExternalStore(onToasts, shownToasts).length > 0
  const hasScanned = useSyncExternalStore(onEarly, hasEarly)
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
      <Suspense>{(settled || hasToasts || hasScanned) && <Later />}</Suspense>
    </>
  )
}
