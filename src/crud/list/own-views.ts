import type { Screens, TextKey } from '../screens.ts'
import { usual } from './address.ts'
import type { ListState } from './state.ts'

export type OwnView = { name: string; title: TextKey; state: ListState }

/** The views that come with a module, as whoever reads them asks. */
export const ownViews = ({ views = {} }: Screens, me: number): OwnView[] =>
  Object.entries(views).map(([name, { title, asks }]) => ({
    name,
    title,
    // The view of nobody: a personal one that is the usual must not come back in its place.
    state: { ...usual, view: 'all', ...asks(me) },
  }))
