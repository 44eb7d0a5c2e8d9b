import { NOTE, PRINT, SCAN } from './intent.ts'
import type { Module } from './module.ts'

/** May this wait on the device? Numbers, money and rights need the server's word; a note, a print and a scan never do. */
export const mayWait = (module: Module, action: string): boolean =>
  action === NOTE ||
  action === PRINT ||
  action === SCAN ||
  (module.offline.write && (module.moves?.[action] ? module.moves[action].offline === true : true))
