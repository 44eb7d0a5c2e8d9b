import { opening } from '../opening.ts'

/** What is looked for: actions, pages, numbers, people. */
export type Prefix = '>' | '/' | '#' | '@'

export const { useOpen: usePalette, open: openPalette, close: closePalette } = opening<Prefix>()
