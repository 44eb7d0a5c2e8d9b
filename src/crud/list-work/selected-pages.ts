import type { Actor } from '#contract/actor.ts'
import { isOpenTo } from '#src/session/may-open.ts'
import { codesOf, type Screens, type SelectedPage } from '../screens.ts'

/** The pages about selected records that this person may open. */
export const selectedPages = (
  { module, selected = [] }: Pick<Screens, 'module' | 'selected'>,
  { permissions }: Pick<Actor, 'permissions'>,
): readonly SelectedPage[] => selected.filter(({ may }) => isOpenTo({ codes: codesOf(module, may) }, [...permissions]))
