import type { Module } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { WorkDock } from '#src/crud/list-work/work-dock.tsx'
import { pathTo, type Pages } from '#src/crud/screens.ts'
import { screens } from '#src/modules/index.ts'
import { useActor } from '#src/session/actor.ts'

const all: Readonly<Record<string, Pages | null>> = screens

/** Long works on any page; the shell knows where their records are. */
export function WorkHost() {
  const actor = useActor()
  const linkTo = (module: Module, id: number) => {
    const own = all[module.name]
    const open = own && (['details', 'edit'] as const).find(action => can(actor, module, action) && pathTo(own, action))
    return own && open ? pathTo(own, open, id) : undefined
  }
  return <WorkDock linkTo={linkTo} />
}
