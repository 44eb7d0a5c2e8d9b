import { supervises } from '#contract/grants.ts'
import { useData } from '#src/data/data.ts'
import { useActor } from '#src/session/actor.ts'

/** May this person decide about others' stuck work anywhere? */
export function useDecides(): boolean {
  const actor = useActor()
  const { register } = useData()
  return Object.values(register).some(module => supervises(module, actor))
}
