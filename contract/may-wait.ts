import { NOTE, PRINT } from './intent.ts'
import type { Module } from './module.ts'

/** May this wait on the device? Numbers, money and rights need the server's word; a note and a print never do. */
export const mayWait = (module: Module, action: string): boolean =>
  action === NOTE ||
  action === PRINT ||
  (module.offline.write && (module.moves?.[action] ? module.moves[action].offline === true : true))
