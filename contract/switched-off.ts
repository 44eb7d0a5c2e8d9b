import type { Module, Row } from './module.ts'
import { isRetired } from './rules.ts'

/** Can records of the module be switched off? */
export const canBeOff = ({ fields }: Module): boolean => 'active' in fields

/** Is the record switched off? It is refused for new use; what refers to it already goes on doing so. */
export const isOff = (module: Module, row: Row): boolean => canBeOff(module) && row.active === false

/** Are there records of the module that are found and not chosen? */
export const hasUnchosen = (module: Module): boolean => module.retired !== undefined || canBeOff(module)

/** Is it a record that nobody chooses for anything new? */
export const isUnchosen = (module: Module, row: Row): boolean => isRetired(module, row) || isOff(module, row)
