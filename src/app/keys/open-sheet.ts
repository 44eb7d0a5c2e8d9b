import { opening } from '../opening.ts'

/** Is the sheet of shortcuts shown? */
export const { useOpen: useShortcutSheet, open: openShortcutSheet, close: closeShortcutSheet } = opening()
