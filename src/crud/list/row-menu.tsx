import ExternalLink from 'lucide-react/icons/external-link'
import LinkIcon from 'lucide-react/icons/link'
import Pencil from 'lucide-react/icons/pencil'
import Tag from 'lucide-react/icons/tag'
import SquareArrowOutUpRight from 'lucide-react/icons/square-arrow-out-up-right'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Module, Row } from '#contract/module.ts'
import { mayChange } from '#contract/record-rules.ts'
import { useAddLabels, useHasLabel } from '#src/labels/use-add-labels.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import type { MenuEntry, MenuProps, Opening } from '#src/ui/menu-entry.ts'
import { OpenMenu } from '#src/ui/menu-open.tsx'
import { useCopyLink } from '../use-copy-link.tsx'
import type { ListModel } from './model.ts'

type Props = {
  module: Module
  row: Row
  to: string | undefined
  edit: string | undefined
  trail: ListModel['trail']
  opening: Opening
  trigger: MenuProps['trigger']
}

/** What can be done with one row, for those who do not aim at it with a mouse as well. */
export function RowMenu({ module, row, to, edit, trail, opening, trigger }: Props) {
  const { t } = useTranslation(['crud', 'label'])
  const navigate = useNavigate()
  const copyLink = useCopyLink()
  const hasLabel = useHasLabel(module)
  const addLabels = useAddLabels()
  const actor = useActor()
  const mayEdit = useCan(module, 'edit') && mayChange(module, row, actor) && edit !== undefined
  const items: MenuEntry[] = to
    ? [
        {
          label: t('listRow.open'),
          icon: SquareArrowOutUpRight,
          shortcut: t('listRow.openKeys'),
          onSelect: () => void navigate(to, { state: trail }),
        },
        { label: t('listRow.openApart'), icon: ExternalLink, onSelect: () => window.open(to, '_blank', 'noopener') },
        {
          label: t('listRow.copyLink'),
          icon: LinkIcon,
          onSelect: () => copyLink(to),
        },
      ]
    : []
  if (mayEdit)
    items.splice(1, 0, {
      label: t('listRow.edit'),
      icon: Pencil,
      onSelect: () => void navigate(edit, { state: trail }),
    })
  if (hasLabel)
    items.push({
      label: t('label:add'),
      icon: Tag,
      onSelect: () => void addLabels([{ module: module.name, id: row.id }]),
    })
  return <OpenMenu trigger={trigger} items={items} opening={opening} />
}
