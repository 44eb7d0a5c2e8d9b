import type { Actor } from '#contract/actor.ts'
import { can, mayApprove } from '#contract/rules.ts'
import { ownViews, type OwnView } from '#src/crud/list/own-views.ts'
import { readScreens, type Pages, type Screens } from '#src/crud/screens.ts'
import { screens } from '#src/modules/index.ts'

const all: Readonly<Record<string, Pages | null>> = screens

/** A view of a module that the house looks at in the morning. */
export type Asked = {
  module: string
  view: string
  /** Somebody should have done it by now. */
  late?: true
  /** Only whoever decides about it is waited for. */
  decides?: true
}

/** In this order: what is late, what waits for a decision, then what is next to do. */
const asked: readonly Asked[] = [
  { module: 'maintenance', view: 'late', late: true },
  { module: 'order', view: 'late', late: true },
  { module: 'inquiry', view: 'due' },
  { module: 'replacement', view: 'toApprove', decides: true },
  { module: 'stockCount', view: 'toApprove', decides: true },
  { module: 'order', view: 'toConfirm' },
  { module: 'order', view: 'toPack' },
  { module: 'dispatch', view: 'toHandOver' },
  { module: 'dispatch', view: 'tooLong', late: true },
  { module: 'order', view: 'unpaid' },
  { module: 'orderInvoice', view: 'overdue', late: true },
  { module: 'maintenanceInvoice', view: 'overdue', late: true },
  { module: 'cashOrder', view: 'toRemit' },
]

/** What of it this person may see, and is theirs. */
export const askedBy = (actor: Actor): { pages: Pages; asked: Asked }[] =>
  asked.flatMap(one => {
    const pages = all[one.module]
    const isTheirs = pages && can(actor, pages.module, 'list') && (!one.decides || mayApprove(pages.module, actor))
    return isTheirs ? [{ pages, asked: one }] : []
  })

/** The view as this person reads it. Contents are fetched once and kept: whoever is first here suspends. */
export function viewOf({ pages, asked }: { pages: Pages; asked: Asked }, actor: Actor): [Screens, OwnView] | null {
  const its = readScreens(pages)
  const view = ownViews(its, actor.id).find(({ name }) => name === asked.view)
  return view ? [its, view] : null
}
