import { useActor } from '#src/session/actor.ts'
import type { ListModel } from '../list/model.ts'
import { FieldChooser } from './field-chooser.tsx'
import { useLanes } from './lanes.ts'
import { groupFields } from './shape-fields.ts'

/** What a list is split by, as its address says, the lanes of that, and the control that chooses something else. */
export function useSplit({ module, state, question, change }: ListModel, label: string) {
  const names = groupFields(module, useActor())
  const by = names.includes(state.group) ? state.group : (names[0] ?? '')
  const chooser = (
    <FieldChooser module={module} names={names} name={by} label={label} onChoose={group => change({ group })} />
  )
  return { by, chooser, ...useLanes(module, by, question) }
}
