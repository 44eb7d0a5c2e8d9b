import { Suspense } from 'react'
import { piece } from '#src/lib/piece.ts'
import { Arrival } from './arrival.tsx'
import { closeShortcutSheet, useShortcutSheet } from './keys/open-sheet.ts'
import { useKeyboard } from './keys/use-keyboard.ts'
import { useKeepRecents } from './use-keep-recents.ts'
import { closePalette, usePalette } from './palette/open.ts'

const Palette = piece(() => import('./palette/palette.tsx').then(({ Palette }) => Palette))
const Sheet = piece(() => import('./keys/sheet.tsx').then(({ Sheet }) => Sheet))
const Hints = piece(() => import('./keys/hints.tsx').then(({ Hints }) => Hints))

/** What belongs to every page, whatever the layout: arrival, keyboard, palette, sheet of shortcuts. */
export function Everywhere() {
  const palette = usePalette()
  const sheet = useShortcutSheet()
  const hints = useKeyboard()
  useKeepRecents()
  return (
    <>
      <Arrival />
      <Suspense>
        {palette !== null && <Palette prefix={palette === true ? '' : palette} onClose={closePalette} />}
        {sheet !== null && <Sheet onClose={closeShortcutSheet} />}
        {hints && <Hints />}
      </Suspense>
    </>
  )
}
