import type { MakeProps, RecordPlaces } from '#src/fields/record-places.ts'
import { piece } from '#src/lib/piece.ts'
import { FormScreen, ListScreen } from './pages.ts'
import { useSayWaiting } from './say-waiting.ts'
import { startWith } from './start-with.ts'
import { pathTo, pathToForm, type Screens } from './screens.ts'

const FormDrawer = piece(() => import('./form-drawer.tsx').then(({ FormDrawer }) => FormDrawer))

/** The page where a new record of the module is made: its form, or the list with a drawer over it. */
function createPage(screens: Screens | null | undefined) {
  const path = screens && pathToForm(screens)?.split('?')[0]
  return path ? screens.routes[path as `/${string}`]?.page : undefined
}

/** Where the records of these modules are, and their forms. */
export function recordPlaces(all: Readonly<Record<string, Screens | null>>): RecordPlaces {
  function Make({ module, typed, onMade, onClose }: MakeProps) {
    const screens = all[module]
    const sayWaiting = useSayWaiting()
    if (!screens) return null
    return (
      <FormDrawer
        screens={screens}
        start={startWith(screens.module, typed)}
        onClose={onClose}
        onSaved={outcome => {
          sayWaiting(outcome)
          if (outcome.row) onMade(outcome.row)
          else onClose()
        }}
      />
    )
  }
  return {
    pathTo: (module, id) => {
      const screens = all[module]
      return screens ? (pathTo(screens, 'details', id) ?? pathTo(screens, 'edit', id)) : undefined
    },
    listOf: module => {
      const screens = all[module]
      return screens ? pathTo(screens, 'list') : undefined
    },
    // A module that makes its records in its own way is not second-guessed.
    hasForm: module => {
      const page = createPage(all[module])
      return page === FormScreen || page === ListScreen
    },
    Make,
  }
}
