import CalendarDays from 'lucide-react/icons/calendar-days'
import Columns3 from 'lucide-react/icons/columns-3'
import Rows3 from 'lucide-react/icons/rows-3'
import SquareKanban from 'lucide-react/icons/square-kanban'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Table2 from 'lucide-react/icons/table-2'
import Group from 'lucide-react/icons/group'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { piece } from '#src/lib/piece.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { MenuGroup } from '#src/ui/menu-entry.ts'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { dateFields, groupFields } from '../list-work/shape-fields.ts'
import type { ListModel } from './model.ts'
import { Worded } from './worded.tsx'
import type { Density, Shape } from './state.ts'

const ColumnsDialog = piece(() => import('./columns-dialog.tsx').then(({ ColumnsDialog }) => ColumnsDialog))

const densities: readonly Density[] = ['compact', 'regular', 'comfortable']
const shapeIcons = { table: Table2, board: SquareKanban, calendar: CalendarDays }

/** How the rows are shown: table, board or calendar, grouped by what, which columns, how dense. */
export function LookTools({ list }: { list: ListModel }) {
  const { t } = useTranslation('crud')
  const { module, state } = list
  const actor = useActor()
  const words = useWords(module)
  const [choosing, setChoosing] = useState(false)
  const groups = groupFields(module, actor)
  const shapes: Shape[] = [
    'table',
    ...(groups.length > 0 ? ['board' as const] : []),
    ...(dateFields(module, actor).length > 0 ? ['calendar' as const] : []),
  ]
  const isTable = state.shape === 'table'
  const grouping = ['', ...groups].map(group => ({
    label: group === '' ? t('listTable.noGroup') : words.field(group),
    checked: state.group === group,
    onSelect: () => list.change({ group }),
  }))
  const small: MenuGroup[] = [
    {
      heading: t('listTable.shape'),
      items: shapes.map(shape => ({
        label: t(`listTable.shapes.${shape}`),
        checked: shape === state.shape,
        onSelect: () => list.change({ shape, group: '' }),
      })),
    },
    {
      heading: t('listTable.group'),
      items: isTable ? grouping : [],
    },
    { items: isTable ? [{ label: t('listTable.columns'), icon: Columns3, onSelect: () => setChoosing(true) }] : [] },
  ]
  return (
    <div className="flex items-center gap-1">
      <span className="sm:hidden">
        <Menu
          trigger={<IconButton icon={SlidersHorizontal} label={t('listTable.shape')} />}
          items={small.filter(group => group.items.length > 0)}
        />
      </span>
      <span className="flex items-center gap-1 max-sm:hidden">
        {shapes.length > 1 && (
          <SegmentedControl
            label={t('listTable.shape')}
            value={state.shape}
            onChange={shape => list.change({ shape, group: '' })}
            options={shapes.map(value => ({
              value,
              label: t(`listTable.shapes.${value}`),
              icon: shapeIcons[value],
              iconOnly: true,
            }))}
          />
        )}
        {isTable && groups.length > 0 && (
          <Menu trigger={<Worded icon={Group} label={t('listTable.group')} />} items={grouping} />
        )}
        {isTable && (
          <>
            <Menu
              trigger={<Worded icon={Rows3} label={t('listTable.density')} className="pointer-coarse:hidden" />}
              items={densities.map(density => ({
                label: t(`listTable.densities.${density}`),
                checked: list.density === density,
                onSelect: () => list.setDensity(density),
              }))}
            />
            <Worded
              icon={Columns3}
              label={t('listTable.columns')}
              aria-haspopup="dialog"
              onClick={() => setChoosing(true)}
            />
          </>
        )}
      </span>
      {choosing && (
        <Suspense>
          <ColumnsDialog list={list} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  )
}
