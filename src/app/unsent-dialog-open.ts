import { opening } from './opening.ts'

/** Somebody wants to sign out and has unsent work: what becomes of it is asked wherever they are. */
export const { open: askAboutUnsent, close: closeUnsentDialog, useOpen: useUnsentDialog } = opening()
