import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { sortsOf } from '#contract/sorts.ts'
import type { Row } from '#contract/module.ts'
import { useCan } from '#src/session/actor.ts'
import { pathTo, addressOf, type ScreenProps } from '../screens.ts'
import { writeState } from './address.ts'
import type { Place } from '#src/table/keys.ts'
import type { ListModel } from './model.ts'
import { questionOf } from './state.ts'
import { forget, nameOf, recall, remember, snapshotOf } from './remember.ts'
import { useColumns } from './use-columns.ts'
import { useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useSettings } from './use-settings.ts'
import { knownWindow } from './windows.ts'

/** Everything about one list, out of its address and what this person set for it. */
export function useListModel(screens: ScreenProps['screens']): ListModel {
  const { module } = screens
  const location = useLocation()
  const navigate = useNavigate()
  const settings = useSettings(screens, location.search)
  const { state } = settings
  const question = questionOf(state)
  const name = nameOf(module, question)
  const [left] = useState(() => recall(location.key, name))
  const rows = useRows(module, question, {
    wanted: settings.ready,
    snapshot: left?.of === name ? snapshotOf(left) : undefined,
  })
  const columns = useColumns(
    module,
    settings.columns,
    settings.widths,
    new Set(sortsOf(module).map(one => one.field)),
    screens,
  )
  const selection = useSelection(question, rows, location.key)
  const mayOpen = useCan(module, 'details')
  const mayEdit = useCan(module, 'edit')

  const change: ListModel['change'] = (change, how = 'push') => {
    // Not what was drawn last: somebody quick changes a second thing before the first has been.
    const now = window.location.search
    const search = writeState({ ...settings.stateAt(now), ...change })
    if (search !== now)
      void navigate(
        { search, hash: location.hash },
        { replace: how === 'replace', preventScrollReset: true, state: location.state as unknown },
      )
  }

  // The row is what is remembered, not its number: rows may come and go above it.
  const [at, setAt] = useState<{ id: number | null; row: number; column: string | null }>({
    id: left?.row ?? null,
    row: 0,
    column: left?.column ?? null,
  })
  const found = at.row < 0 || at.id === null ? at.row : rows.indexOf(at.id)
  const place: Place = {
    row: Math.min(found >= 0 || at.row < 0 ? found : at.row, rows.count - 1),
    column: Math.max(
      0,
      columns.findIndex(column => column.name === at.column),
    ),
  }
  const goTo = ({ row, column }: Place) =>
    setAt({ id: rows.idAt(row) ?? null, row, column: columns[column]?.name ?? null })

  const queries = useQueryClient()
  // What a reload needs to show the same rows; null where they come from the device.
  const snapshot = () => knownWindow(queries, module, question)?.snapshot() ?? null
  const [entry] = useState(location.key)
  useEffect(() => forget(entry), [entry])
  const top = useRef<number | null>(null)
  const keep = useEffectEvent(() =>
    remember(location.key, { of: name, top: top.current, row: at.id, column: at.column }, snapshot()),
  )
  // One listener for good: what others do as the page goes draws the list anew, and one added then is not called.
  useEffect(() => {
    const leave = () => keep()
    // Not looked up in the end: a page that goes loses its questions first, and what it says of that moves the rows.
    const scroll = () => {
      const rows = window.scrollY > 0 ? document.querySelector('#main [data-rows]') : null
      top.current = rows?.getBoundingClientRect().top ?? null
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('scroll', scroll, { passive: true })
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('scroll', scroll)
    }
  }, [])

  // Looked for once, and not for each row: it goes through all routes of the module.
  const [details, edit] = [pathTo(screens, 'details'), pathTo(screens, 'edit')]
  const opens = (mayOpen ? details : undefined) ?? (mayEdit ? edit : undefined)
  const linkTo = (row: Row) => addressOf(opens, row.id)
  const trail = { list: { module: module.name, search: writeState(state) } }
  return {
    screens,
    module,
    state,
    question,
    change,
    rows,
    columns,
    density: settings.density,
    settings,
    // The address shows it to others and over a reload, the preference on the next day and on another device.
    setColumns: names => {
      settings.setLook({ columns: [...names] })
      change({ columns: names }, 'replace')
    },
    setDensity: density => {
      settings.setLook({ density })
      change({ density }, 'replace')
    },
    resetLook: () => {
      settings.resetLook()
      change({ columns: null, density: null }, 'replace')
    },
    selection,
    place,
    goTo,
    linkTo,
    editOf: id => addressOf(edit, id),
    trail,
    open: row => {
      const to = linkTo(row)
      if (to) void navigate(to, { state: trail })
    },
    restore: left?.of === name ? left.top : null,
  }
}
