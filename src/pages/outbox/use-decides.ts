import { can } from '#contract/rules.ts'
import { useData } from '#src/data/data.ts'
import { useActor } from '#src/session/actor.ts'

/** May this person decide about others' stuck work anywhere? */
export function useDecides(): boolean {
  const actor = useActor()
  const { register } = useData()
  return [...actor.approves].some(name => {
    const module = register[name]
    return module !== undefined && can(actor, module, 'edit')
  })
}
