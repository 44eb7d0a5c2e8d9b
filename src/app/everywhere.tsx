import { Suspense } from 'react'
import { useHasWork } from '#src/crud/list-work/work-signal.ts'
import { piece } from '#src/lib/piece.ts'
import { Arrival } from './arrival.tsx'
import { closeShortcutSheet, useShortcutSheet } from './keys/open-sheet.ts'
import { useKeyboard } from './keys/use-keyboard.ts'
import { useKeepRecents } from './use-keep-recents.ts'
import { closePalette, usePalette } from './palette/open.ts'

const Palette = piece(() => import('./palette/palette.tsx').then(({ Palette }) => Palette))
const Sheet = piece(() => import('./keys/sheet.tsx').then(({ Sheet }) => Sheet))
const Hints = piece(() => import('./keys/hints.tsx').then(({ Hints }) => Hints))
const WorkHost = piece(() => import('./work-host.tsx').then(({ WorkHost }) => WorkHost))

/** What belongs to every page, whatever the layout: arrival, keyboard, palette, sheet of shortcuts, work under way. */
export function Everywhere() {
  const palette = usePalette()
  const sheet = useShortcutSheet()
  const hints = useKeyboard()
  const hasWork = useHasWork()
  useKeepRecents()
  return (
    <>
      <Arrival />
      <Suspense>
        {palette !== null && <Palette prefix={palette === true ? '' : palette} onClose={closePalette} />}
        {sheet !== null && <Sheet onClose={closeShortcutSheet} />}
        {hints && <Hints />}
      </Suspense>
      <Suspense>{hasWork && <WorkHost />}</Suspense>
    </>
  )
}
