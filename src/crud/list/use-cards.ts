import { useMedia } from '#src/lib/use-media.ts'

/** Is the window too narrow for columns? Each row is a card then. */
export const useCards = (): boolean => useMedia('(max-width: 639px)')
