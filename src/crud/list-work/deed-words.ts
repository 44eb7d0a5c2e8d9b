import type { TFunction } from 'i18next'
import type { Module } from '#contract/module.ts'
import type { Words } from '#src/fields/words.ts'

/** What is done to many records, as a button says it: Change, Archive, Bring back, or the move's own word. */
export const deedWords = (module: Module, action: string, words: Words, t: TFunction<'crud'>): string =>
  module.moves?.[action] ? words.move(action) : t(`listWork.deed.${action}`)
