import Archive from 'lucide-react/icons/archive'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Merge from 'lucide-react/icons/merge'
import Pencil from 'lucide-react/icons/pencil'
import Power from 'lucide-react/icons/power'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '#contract/list.ts'
import type { MenuEntry, MenuProps, Opening } from '#src/ui/menu-entry.ts'
import { OpenMenu } from '#src/ui/menu-open.tsx'

/** What can be done with an item; each is offered where the person may. The same for all rows. */
export type ItemDeeds = {
  edit: (item: Item) => void
  toggle: (item: Item) => void
  merge: (item: Item) => void
  archive: (item: Item) => void
  move: (item: Item, by: 1 | -1) => void
  showUses: (item: Item) => void
  /** A pointer takes hold of it. */
  hold: (id: number, event: PointerEvent<HTMLElement>) => void
}

type Props = {
  item: Item
  uses: number | undefined
  place: number
  last: boolean
  mayMove: boolean
  deeds: ItemDeeds
  opening: Opening
  trigger: MenuProps['trigger']
}

/** What can be done with one item. Apart from its row: words and icons of a menu come with whoever opens one. */
export function ItemMenu({ item, uses, place, last, mayMove, deeds, opening, trigger }: Props) {
  const { t } = useTranslation('crud')
  const items: MenuEntry[] = [
    { label: t('list.edit'), icon: Pencil, shortcut: 'F2', onSelect: () => deeds.edit(item) },
    { label: t('list.mergeInto'), icon: Merge, onSelect: () => deeds.merge(item) },
    {
      label: t(item.active ? 'list.switchOff' : 'list.switchOn'),
      icon: Power,
      onSelect: () => deeds.toggle(item),
    },
    {
      label: t('list.up'),
      icon: ArrowUp,
      shortcut: 'Alt ↑',
      disabled: mayMove ? place === 1 : t('list.clearSearch'),
      onSelect: () => deeds.move(item, -1),
    },
    {
      label: t('list.down'),
      icon: ArrowDown,
      shortcut: 'Alt ↓',
      disabled: mayMove ? last : t('list.clearSearch'),
      onSelect: () => deeds.move(item, 1),
    },
    {
      label: t('list.archive'),
      icon: Archive,
      disabled: uses === 0 ? false : t(uses === undefined ? 'list.usesUnknown' : 'list.usedStays'),
      onSelect: () => deeds.archive(item),
    },
  ]
  return <OpenMenu trigger={trigger} items={items} opening={opening} />
}
