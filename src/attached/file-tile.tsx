import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import type { FileRow } from '#contract/calls/attached.ts'
import { formatBytes } from '#src/lib/format.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { FilePicture } from './file-picture.tsx'
import { iconOf } from './file-icon.ts'
import { faceLook, Tile } from './tile.tsx'

type Props = {
  file: FileRow
  mayEdit: boolean
  onOpen: () => void
  onSave: () => void
  onRename: () => void
  onRemove: () => void
}

/** A file of a record. One that another device has announced and not sent yet says so. */
export function FileTile({ file, mayEdit, onOpen, onSave, onRename, onRemove }: Props) {
  const { t } = useTranslation('crud')
  const { id, name, kind, size, received } = file
  const isHere = received === null
  const edit = [
    { label: t('attached.rename'), icon: Pencil, onSelect: onRename },
    { label: t('attached.remove'), icon: Trash2, danger: true, onSelect: onRemove },
  ]
  const look = [
    { label: t('attached.open'), icon: Eye, onSelect: onOpen },
    { label: t('attached.save'), icon: Download, onSelect: onSave },
  ]
  const items = [...(isHere ? look : []), ...(mayEdit ? edit : [])]
  return (
    <Tile
      face={
        kind === 'picture' ? (
          <FilePicture id={id} size="medium" className={faceLook} />
        ) : (
          <span className={faceLook}>
            <Icon of={iconOf(kind)} size="xl" />
          </span>
        )
      }
      name={name}
      onOpen={isHere ? onOpen : null}
      facts={
        isHere ? (
          <>
            {formatBytes(size)} · <Ago at={file.madeAt} />
            <br />
            {file.madeByName}
          </>
        ) : (
          t('attached.elsewhere', { who: file.madeByName })
        )
      }
      aside={
        items.length > 0 && (
          <Menu
            trigger={<IconButton size="sm" icon={Ellipsis} label={t('attached.moreFor', { name })} className="-my-1" />}
            items={items}
          />
        )
      }
    />
  )
}
