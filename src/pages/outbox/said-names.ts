import { PRINT, SCAN, splitOp } from '#contract/intent.ts'
import type { Module } from '#contract/module.ts'
import { isPlaced } from '#contract/sorts.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'

/**
 * What an op says that can be read. Where an item of a list stands is a number that tells nobody anything: it was moved. How often
 * something was printed is said with what was done, and what it was scanned for in its history.
 */
export const saidNames = (module: Module, { op, args }: Pick<OutboxOp, 'op' | 'args'>): string[] =>
  [PRINT, SCAN].includes(splitOp(op).action)
    ? []
    : Object.keys(args).filter(name => splitOp(op).action === 'change' || !isPlaced(module, name))
