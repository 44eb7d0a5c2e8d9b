import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import History from 'lucide-react/icons/history'
import Printer from 'lucide-react/icons/printer'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { piece } from '#src/lib/piece.ts'
import { useActor } from '#src/session/actor.ts'
import { FEW } from '#src/table/row-heights.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { ListModel } from '../list/model.ts'
import { canPaste } from './editable.ts'

const ExportDialog = piece(() => import('./export-dialog.tsx').then(({ ExportDialog }) => ExportDialog))
const PrintRows = piece(() => import('./print-rows.tsx').then(({ PrintRows }) => PrintRows))
const PasteRows = piece(() => import('./paste-rows.tsx').then(({ PasteRows }) => PasteRows))
const RecentWorks = piece(() => import('./recent-works.tsx').then(({ RecentWorks }) => RecentWorks))

/** What one can do with a whole list: export it, paste into it, look at what was done to many of its records. */
export function ListActions({ list }: { list: ListModel }) {
  const { t } = useTranslation('crud')
  const actor = useActor()
  const [open, setOpen] = useState<'export' | 'print' | 'paste' | 'works' | null>(null)
  const close = () => setOpen(null)
  const mayPaste = canPaste(list.module, actor)
  return (
    <>
      <Button size="sm" icon={Download} onClick={() => setOpen('export')} className="max-sm:hidden">
        {t('listWork.export.do')}
      </Button>
      <Menu
        trigger={<IconButton size="sm" variant="secondary" icon={Ellipsis} label={t('list.more')} />}
        items={[
          { label: t('listWork.export.menu'), icon: Download, onSelect: () => setOpen('export') },
          { label: t('listWork.print.menu'), icon: Printer, onSelect: () => setOpen('print') },
          ...(mayPaste
            ? [{ label: t('listWork.paste.menu'), icon: ClipboardPaste, onSelect: () => setOpen('paste') }]
            : []),
          { label: t('listWork.recent.menu'), icon: History, onSelect: () => setOpen('works') },
        ]}
      />
      {/* The browser's own printing knows only what is drawn. */}
      {list.rows.count > FEW && (
        <p className="hidden basis-full print:block">{open !== 'print' && t('listWork.print.onScreen')}</p>
      )}
      <Suspense>
        {open === 'export' && <ExportDialog list={list} onClose={close} />}
        {open === 'print' && <PrintRows list={list} onClose={close} />}
        {open === 'paste' && <PasteRows list={list} text="" onClose={close} />}
        {open === 'works' && <RecentWorks list={list} onClose={close} />}
      </Suspense>
    </>
  )
}
