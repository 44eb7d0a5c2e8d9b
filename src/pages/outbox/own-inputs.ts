import type { Module } from '#contract/module.ts'
import { readScreens, type Pages, type Screens } from '#src/crud/screens.ts'
import { screens } from '#src/modules/index.ts'

const all: Readonly<Record<string, Pages | null>> = screens

/** The controls that a module has of its own; settings lists have none. */
export function useOwnInputs({ name }: Module): Screens['inputs'] {
  const pages = all[name]
  return pages ? readScreens(pages).inputs : undefined
}
