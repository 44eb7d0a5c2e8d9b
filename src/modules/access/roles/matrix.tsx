import { Fragment, useState, type Dispatch, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Actor } from '#contract/actor.ts'
import { scopeIn, type Grants } from '#contract/grants.ts'
import type { Register } from '#contract/module.ts'
import { tri, type Deed } from './draft.ts'
import { gridTarget } from './grid-keys.ts'
import { codeOf, codesOf, columnsOf, inColumn, type Group, type Line, type Part } from './lines.ts'
import { MatrixRow } from './matrix-row.tsx'
import { revealedBy, RowDetails } from './row-details.tsx'
import { HeadTick, NoCell, TickCell } from './tick-cell.tsx'

type Props = {
  label: string
  part: Part
  /** What is left of it after a search. */
  groups: readonly Group[]
  before: Grants
  after: Grants
  /** Nobody grants what they do not hold. */
  me: Actor
  readOnly: boolean
  hinted: ReadonlySet<string>
  register: Register
  dispatch: Dispatch<Deed>
}

const heads = { modules: 'module', lists: 'list', reports: 'report' } as const

/** Every permission of a part as a grid: arrows move, Space ticks, and it is one stop of the Tab key. */
export function Matrix({ label, part, groups, before, after, me, readOnly, hinted, register, dispatch }: Props) {
  const { t } = useTranslation(['access', 'role'])
  const [stop, setStop] = useState({ row: '', column: 'name' })
  const [open, setOpen] = useState<string | null>(null)
  const columns = columnsOf(part)
  const lines = groups.flatMap(group => group.lines)
  const granted = new Set<string>(after.permissions)
  const granting = new Set<string>(before.permissions)
  const isReport = part === 'reports'
  const revealing = new Set(
    Object.values(register).flatMap(module => (revealedBy(module).length > 0 ? [module.code] : [])),
  )
  const openRow = (line: string) => setOpen(now => (now === line ? null : line))

  const rows = new Set(['head', ...groups.map(group => `group ${group.name}`), ...lines.map(line => line.name)])
  const at =
    rows.has(stop.row) && (!readOnly || stop.column === 'name') ? stop : { row: lines[0]?.name, column: 'name' }
  const stopIn = (row: string) => (at.row === row ? at.column : null)

  /** What a box that stands for others does: ticks all that may be ticked, or none. */
  const whole = (of: readonly Line[], column: string) => {
    const codes = of.flatMap(line => {
      const own = column === 'all' ? null : inColumn(line, column)
      return column === 'all' ? codesOf(line) : own ? [codeOf(line, own)] : []
    })
    const free = codes.filter(code => me.permissions.has(code) || granted.has(code))
    const checked = tri(codes.map(code => granted.has(code)))
    return {
      some: codes.length > 0,
      checked,
      disabled: readOnly || free.length === 0,
      onChange: () => dispatch({ do: 'grant', codes: free, on: !free.every(code => granted.has(code)) }),
    }
  }
  const joined = (line: Line, is: (code: string) => boolean) =>
    line.columns.filter(column => is(codeOf(line, column))).join(',')

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.key === ' ' && (event.shiftKey || event.ctrlKey)) {
      const here = (event.target as HTMLElement).closest<HTMLElement>('[data-column]')
      if (!here) return
      const scope = event.shiftKey ? here.closest('tr') : event.currentTarget.tHead
      const column = event.shiftKey ? 'all' : here.dataset.column
      event.preventDefault()
      scope?.querySelector<HTMLElement>(`[data-column="${column}"]`)?.click()
      return
    }
    const target = gridTarget(event)
    if (!target) return
    event.preventDefault()
    target.focus()
    target.scrollIntoView?.({ block: 'nearest' })
  }
  const allColumns = isReport ? columns : ['all', ...columns]
  return (
    <div className="@container/matrix">
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern, on what is a table
        role="grid"
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocus={event => {
          const column = event.target.closest<HTMLElement>('[data-column]')?.dataset.column
          const row = event.target.closest<HTMLElement>('[data-line]')?.dataset.line
          if (column && row && (row !== stop.row || column !== stop.column)) setStop({ row, column })
        }}
        className="w-full table-fixed border-separate border-spacing-0 text-30 @max-[600px]/matrix:block [&_td_[data-column]]:scroll-mt-38 [&_td_[data-column]]:scroll-mb-23 pointer-coarse:text-40"
      >
        <thead className="@max-[600px]/matrix:hidden">
          <tr data-line="head">
            <th
              scope="col"
              className="stays sticky top-(--table-top,var(--header-h)) z-(--z-sticky) h-12 rounded-ss-[9px] border-b bg-surface-sunken px-4 text-start text-20 font-medium text-muted"
            >
              {t(`editor.${heads[part]}`)}
            </th>
            {allColumns.map(column => {
              const { checked, disabled, onChange } = whole(lines, column)
              return (
                <HeadTick
                  key={column}
                  column={column}
                  head={t(`columns.${column}`)}
                  label={
                    column === 'all'
                      ? t('editor.everything')
                      : t('editor.allOfColumn', { column: t(`columns.${column}`) })
                  }
                  checked={checked}
                  disabled={disabled}
                  onChange={onChange}
                  stop={stopIn('head') === column}
                />
              )
            })}
          </tr>
        </thead>
        <tbody className="@max-[600px]/matrix:block">
          {groups.map(group => (
            <Fragment key={group.name}>
              {groups.length > 1 && (
                <tr
                  data-line={`group ${group.name}`}
                  className="bg-surface-sunken text-20 @max-[600px]/matrix:flex @max-[600px]/matrix:items-center @max-[600px]/matrix:border-b"
                >
                  <th
                    scope="rowgroup"
                    className="h-8 border-b px-4 text-start text-20 font-semibold text-muted @max-[600px]/matrix:flex-1 @max-[600px]/matrix:border-0 @max-[600px]/matrix:leading-8"
                  >
                    {t(`groups.${group.name}`)}
                  </th>
                  {allColumns.map(column => {
                    const { some, checked, disabled, onChange } = whole(group.lines, column)
                    if (!some) return <NoCell key={column} empty />
                    return (
                      <TickCell
                        key={column}
                        column={column}
                        head={t('columns.all')}
                        label={t('editor.allOfGroup', {
                          column: t(`columns.${column}`),
                          group: t(`groups.${group.name}`),
                        })}
                        checked={checked}
                        disabled={disabled}
                        onChange={onChange}
                        stop={stopIn(`group ${group.name}`) === column}
                        folded={column !== 'all'}
                        low
                      />
                    )
                  })}
                </tr>
              )}
              {group.lines.map(line => {
                const scope = line.module ? scopeIn(after, line.module) : 'all'
                const approves = line.module !== undefined && (after.approves as string[]).includes(line.module)
                const withoutList = hinted.has(line.name)
                return (
                  <MatrixRow
                    key={line.name}
                    line={line}
                    columns={columns}
                    granted={joined(line, code => granted.has(code))}
                    before={joined(line, code => granting.has(code))}
                    locked={joined(line, code => !me.permissions.has(code))}
                    readOnly={readOnly}
                    stop={stopIn(line.name)}
                    open={open === line.name}
                    scope={scope}
                    approves={approves}
                    withoutList={withoutList}
                    reveals={revealing.has(line.number)}
                    dispatch={dispatch}
                    onOpen={openRow}
                  >
                    {open === line.name && (
                      <RowDetails
                        {...{ line, register, scope, approves, withoutList, readOnly, dispatch }}
                        mayGive={{
                          scope: (line.module && me.scopes[line.module]) || 'all',
                          approve: line.module !== undefined && me.approves.has(line.module),
                        }}
                      />
                    )}
                  </MatrixRow>
                )
              })}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
