import { metaOf } from '#contract/fields.ts'
import { allFields } from '#contract/module.ts'
import type { MakeProps, PanelProps, RecordPlaces } from '#src/fields/record-places.ts'
import { piece } from '#src/lib/piece.ts'
import { FormScreen, ListScreen } from './pages.ts'
import { pathTo, pathToForm, pathToNew, pathToNewFor, pathToRecord, type Pages } from './screens.ts'

const MakeOne = piece(() => import('./place-parts.tsx').then(it => it.MakeOne))
const PanelOf = piece(() => import('./place-parts.tsx').then(it => it.PanelOf))

/** The page where a new record of the module is made: its form, or the list with a drawer over it. */
function createPage(screens: Pages | null | undefined) {
  const path = screens && pathToForm(screens)?.split('?')[0]
  return path ? screens.routes[path as `/${string}`]?.page : undefined
}

/** Where the records of these modules are, and their forms. */
export function recordPlaces(all: Readonly<Record<string, Pages | null>>): RecordPlaces {
  function Make(props: MakeProps) {
    const pages = all[props.module]
    return pages ? <MakeOne {...props} pages={pages} /> : null
  }
  function Panel({ module, record }: PanelProps) {
    const pages = all[module]
    return pages ? <PanelOf pages={pages} record={record} /> : null
  }
  return {
    pathTo: (module, id, may) => (all[module] ? pathToRecord(all[module], id, may) : undefined),
    listOf: module => (all[module] ? pathTo(all[module], 'list') : undefined),
    newFrom: (module, field, id) => {
      const screens = all[module]
      const named = screens && allFields(screens.module)[field]
      const of = named && metaOf(named).module
      const own = screens && of && of !== module ? pathToNewFor(screens, of, id) : undefined
      if (own) return own
      const path = screens && pathToNew(screens)
      const page = path && screens.routes[path]?.page
      // The generic form begins with nothing, and a drawer has no address.
      return page && page !== FormScreen && page !== ListScreen ? `${path}?${field}=${id}` : undefined
    },
    // A module that makes its records in its own way is not second-guessed.
    hasForm: module => {
      const page = createPage(all[module])
      return page === FormScreen || page === ListScreen
    },
    Make,
    Panel,
  }
}
