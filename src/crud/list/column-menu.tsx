import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import EyeOff from 'lucide-react/icons/eye-off'
import ListPlus from 'lucide-react/icons/list-plus'
import MoveHorizontal from 'lucide-react/icons/move-horizontal'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import type { MenuEntry, MenuGroup, MenuProps, Opening } from '#src/ui/menu-entry.ts'
import { OpenMenu } from '#src/ui/menu-open.tsx'
import type { Column, ListModel } from './model.ts'
import { nextSort, sortsIn, sortText, wayOf } from './sorts.ts'

type Props = {
  list: ListModel
  column: Column
  index: number
  trigger: MenuProps['trigger']
  opening: Opening
  onMove: (by: 1 | -1) => void
  /** By so many pixels; null to its usual width. */
  onSize: (by: number | null) => void
}

const STEP = 48

/** What a head can do, in words: for those who neither drag nor know the keys. */
export function ColumnMenu({ list, column, index, trigger, opening, onMove, onSize }: Props) {
  const { t } = useTranslation('crud')
  const { sort } = list.state
  const sorts = sortsIn(sort)
  const way = wayOf(sort, column.name)
  const by = (down: boolean) => list.change({ sort: sortText([{ field: column.name, down }]) })
  const sorting: MenuEntry[] = [
    { label: t('listTable.up'), icon: ArrowUp, checked: way === 'ascending', onSelect: () => by(false) },
    { label: t('listTable.down'), icon: ArrowDown, checked: way === 'descending', onSelect: () => by(true) },
  ]
  if (sorts.length > 0 && way === 'none')
    sorting.push({
      label: t('listTable.then', {
        column: list.columns.find(one => one.name === sorts[0]?.field)?.label ?? sorts[0]?.field,
      }),
      icon: ListPlus,
      onSelect: () => list.change({ sort: nextSort(sort, column.name, true) }),
    })
  if (way !== 'none')
    sorting.push({
      label: t('listTable.unsorted'),
      icon: X,
      onSelect: () => list.change({ sort: sortText(sorts.filter(one => one.field !== column.name)) }),
    })
  const groups: MenuGroup[] = [
    { items: column.sortable ? sorting : [] },
    {
      items: ([-1, 1] as const).map(by => ({
        label: t(by < 0 ? 'listTable.toStart' : 'listTable.toEnd'),
        icon: by < 0 ? ArrowLeft : ArrowRight,
        mirrored: true,
        shortcut: t(by < 0 ? 'listTable.keys.toStart' : 'listTable.keys.toEnd'),
        disabled: list.columns[index + by] === undefined,
        onSelect: () => onMove(by),
      })),
    },
    {
      items: [
        {
          label: t('listTable.wider'),
          icon: MoveHorizontal,
          shortcut: t('listTable.keys.wider'),
          onSelect: () => onSize(STEP),
        },
        { label: t('listTable.narrower'), shortcut: t('listTable.keys.narrower'), onSelect: () => onSize(-STEP) },
        { label: t('listTable.usualWidth'), disabled: column.width === null, onSelect: () => onSize(null) },
      ],
    },
    {
      items: [
        {
          label: t('listTable.hide'),
          icon: EyeOff,
          disabled: list.columns.length === 1,
          onSelect: () => list.setColumns(list.columns.map(one => one.name).filter(name => name !== column.name)),
        },
      ],
    },
  ]
  return (
    <OpenMenu
      trigger={trigger}
      items={groups.filter(group => group.items.length > 0)}
      opening={opening}
      align="start"
    />
  )
}
