import CloudOff from 'lucide-react/icons/cloud-off'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import Paperclip from 'lucide-react/icons/paperclip'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileRow } from '#contract/calls/attached.ts'
import { groupBy } from '#contract/group-by.ts'
import type { Module } from '#contract/module.ts'
import { useChangeFile, useFiles } from '#src/data/use-attached.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useCan } from '#src/session/actor.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { toast } from '#src/ui/toast.ts'
import { NotLoaded } from '#src/parts/not-loaded.tsx'
import { ChooseButtons } from './choose-button.tsx'
import { DropZone } from './drop-zone.tsx'
import { FileTile } from './file-tile.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { UploadTile } from './upload-tile.tsx'
import { saveFile } from './use-file-url.ts'
import { useUpload } from './use-upload.ts'
import { viewedOf, type Viewed } from './viewed.ts'
import { Viewer } from './viewer.tsx'

/** What this device has sent and a server's list has had once: what becomes of it since, that list alone says. */
const listed = new Set<number>()

const earliest = (files: readonly FileRow[]) => files.map(({ madeAt }) => madeAt).reduce((a, b) => (a < b ? a : b))

/** The files of a record: dragged here, pasted, chosen or taken with the camera; seen, renamed, removed. */
export function RecordFiles({ module, record }: { module: Module; record: { id: number; version?: number } }) {
  const { t } = useTranslation(['crud', 'outbox'])
  const { files, error, again } = useFiles(module, record.id, record.version === 0)
  const change = useChangeFile(module)
  const uploading = useUpload({ module, record: record.id })
  const mayEdit = useCan(module, 'edit')
  const { online } = useConnection()
  const [viewed, setViewed] = useState<number | null>(null)
  const [renamed, setRenamed] = useState<FileRow | null>(null)
  const [refused, setRefused] = useState('')

  // What this device sends is its own to show, until the server's list has it.
  const here = (files ?? []).filter(file => file.received === null)
  const isListed = ({ id }: { id: number }) => here.some(file => file.id === id)
  const under = uploading.items.filter(item => !isListed(item) && !(item.state === 'done' && listed.has(item.id)))
  useEffect(() => {
    for (const item of uploading.items) if (isListed(item)) listed.add(item.id)
  })
  const shown = (files ?? []).filter(file => !under.some(item => item.id === file.id))
  const all: Viewed[] = [...here, ...under.map(viewedOf)]
  const waiting = under.filter(item => item.state === 'waiting' || item.state === 'sending')
  const kept = waiting.filter(item => item.kept).length
  // A device without room keeps none of them: they are lost with this page.
  const onlyHere = waiting.length - kept
  const elsewhere = groupBy(
    shown.filter(file => file.received !== null),
    file => file.madeByName ?? '',
  )
  const add = (chosen: readonly File[]) => void uploading.add(chosen)

  const put = async (id: number, removed: boolean): Promise<boolean> => {
    setRefused('')
    const why = await change(id, { removed })
    setRefused(why ?? '')
    return why === null
  }
  const remove = async ({ id, name }: FileRow) => {
    if (!(await put(id, true))) return
    toast(t('attached.removed', { name }), { undo: () => void put(id, false) })
  }
  const save = (id: number) => saveFile(id).catch(() => setRefused(t('attached.notFetched')))
  const wrong = [...uploading.refused.map(({ name, message }) => `${name}: ${message}`), ...(refused ? [refused] : [])]
  const isEmpty = files && shown.length === 0 && under.length === 0 && uploading.preparing === 0

  return (
    <DropZone everywhere disabled={!mayEdit} onFiles={add} className="grid gap-4">
      {!online && (
        <Banner tone="warning" icon={CloudOff} title={t('attached.offline')}>
          {waiting.length === 0 && t('attached.offlineText')}
          {kept > 0 && t('attached.waitingMany', { count: kept })}{' '}
          {onlyHere > 0 && t('attached.hereMany', { count: onlyHere })}
        </Banner>
      )}
      {online && waiting.length > 0 && (
        <p className="text-30 text-muted">{t('attached.sendingMany', { count: waiting.length })}</p>
      )}
      {[...elsewhere].map(([who, files]) => (
        <Banner key={who} tone="neutral" icon={CloudUpload}>
          {t('attached.elsewhereMany', { count: files.length, who })} <Ago at={earliest(files)} />
        </Banner>
      ))}
      {wrong.length > 0 && (
        <Banner
          tone="danger"
          announce
          onDismiss={() => {
            setRefused('')
            uploading.dismissRefused()
          }}
        >
          {wrong.join(' ')}
        </Banner>
      )}
      {error && !files && <NotLoaded message={error.message} onAgain={again} />}
      {mayEdit && !isEmpty && (
        <div className="flex flex-wrap items-center gap-2">
          <ChooseButtons size="sm" onFiles={add} />
          <p className="text-30 text-subtle pointer-coarse:hidden">{t('attached.hint')}</p>
        </div>
      )}
      {!files && !error && <Skeleton className="h-40" />}
      {isEmpty && (
        <EmptyState
          icon={Paperclip}
          title={t('attached.none')}
          text={t(mayEdit ? 'attached.noneText' : 'attached.noneReader')}
          action={mayEdit && <ChooseButtons onFiles={add} />}
        />
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,180px),1fr))] gap-4 empty:hidden max-sm:grid-cols-2 max-sm:gap-3">
        {shown.map(file => (
          <li key={file.id}>
            <FileTile
              file={file}
              mayEdit={mayEdit}
              onOpen={() => setViewed(file.id)}
              onSave={() => void save(file.id)}
              onRename={() => setRenamed(file)}
              onRemove={() => void remove(file)}
            />
          </li>
        ))}
        {under.map(item => (
          <li key={item.id}>
            <UploadTile
              item={item}
              onOpen={() => setViewed(item.id)}
              onRetry={() => uploading.retry(item.id)}
              onCancel={() => void uploading.cancel(item.id)}
            />
          </li>
        ))}
        {uploading.preparing > 0 && (
          <li className="grid min-h-40 place-items-center rounded-3 border border-dashed p-4 text-30 text-muted">
            {t('attached.preparing', { count: uploading.preparing })}
          </li>
        )}
      </ul>
      {viewed !== null && (
        <Viewer
          files={all}
          at={all.findIndex(({ id }) => id === viewed)}
          onAt={at => setViewed(all[at]?.id ?? null)}
          onClose={() => setViewed(null)}
        />
      )}
      {renamed && (
        <RenameDialog
          name={renamed.name}
          onClose={() => setRenamed(null)}
          onRename={name => change(renamed.id, { name })}
        />
      )}
    </DropZone>
  )
}
