import { opening } from './opening.ts'

/** Somebody hands this device to the next person: who that is, is asked wherever they are. */
export const { open: openSwitch, close: closeSwitch, useOpen: useSwitch } = opening()
