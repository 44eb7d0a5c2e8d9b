import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { placeOf } from '#src/app/palette/records.ts'
import { Preview } from '#src/attached/upload-tile.tsx'
import { useUploadWords } from '#src/attached/use-upload-words.ts'
import { useData } from '#src/data/data.ts'
import { useLive } from '#src/data/shared-live.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { wordsFor } from '#src/data/words.ts'
import { useWords } from '#src/fields/words.ts'
import { clockOffset } from '#src/lib/clock.ts'
import { formatBytes } from '#src/lib/format.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { isUnsent, readNeeds, type Need } from '#src/offline/kept-files.ts'
import { moduleOf, type OutboxOp } from '#src/offline/outbox/op.ts'
import type { UploadItem, Uploads } from '#src/offline/uploads.ts'
import { useActor } from '#src/session/actor.ts'
import { useMe } from '#src/session/house.ts'
import { askToDiscard } from '#src/attached/ask-to-discard.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { toast } from '#src/ui/toast.ts'
import { Dotted } from './dotted.tsx'
import { isDelete } from './keys.ts'
import { whenOf } from './op-state.tsx'
import { useOpWords } from './use-op-words.ts'

/** Photos and files that the server has not got, one below the other. */
export function FileRows({ files, uploads }: { files: readonly UploadItem[]; uploads: Uploads | null }) {
  const { t } = useTranslation('outbox')
  const needs = useLive(useData().db, 'needs-of-files', readNeeds)
  return (
    <ul aria-label={t('sections.files')} className="rounded-3 border bg-surface shadow-1">
      {files.map(item => (
        // What hangs on a record as a whole is named by no change.
        <FileRow
          key={item.id}
          item={item}
          need={item.record === null ? needs?.get(item.id) : undefined}
          uploads={uploads}
        />
      ))}
    </ul>
  )
}

type RowProps = { item: UploadItem; need: Need | undefined; uploads: Uploads | null }

function FileRow({ item, need, uploads }: RowProps) {
  const { t } = useTranslation(['outbox', 'crud'])
  const me = useMe()
  const words = useUploadWords(item)
  const { name, bytes, problem, hold, size, at } = item
  const isRefused = item.state === 'refused'
  const mayRetry = problem !== null && hold !== 'gone'
  // Its change would be refused without it.
  const isOfForm = need === 'form'
  const needed = isUnsent(need) && t(isOfForm ? 'files.neededByForm' : 'files.needed')
  const discard = async () => {
    if (needed) return void toast(needed)
    const isSure = await askToDiscard(t, name, Boolean(need))
    if (isSure && (await uploads?.cancel(item.id)) === false) toast(t('files.needed'))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Delete on what is focused in it
    <li
      data-op-box={`file-${item.id}`}
      onKeyDown={event => {
        if (!isDelete(event)) return
        event.preventDefault()
        void discard()
      }}
      className="flex items-start gap-3 border-b px-4 py-3 last:border-b-0"
    >
      <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-2 bg-surface-sunken text-muted">
        <Preview bytes={bytes} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys come to every one */}
          <bdi tabIndex={0} data-op={`file-${item.id}`} className="min-w-0 truncate font-medium">
            {name}
          </bdi>
          <Belongs item={item} need={need} />
        </p>
        <div className="text-30 text-muted">
          <Dotted>
            {problem && isRefused ? (
              <span className="font-medium text-danger-text">
                {t('state.rejected')}: {wordsFor(problem.code, problem.message)}
              </span>
            ) : (
              // It goes on by itself, and the server has said why not yet.
              <span>{problem ? wordsFor(problem.code, problem.message) : words}</span>
            )}
            <span>{formatBytes(size)}</span>
            <span>{t('who', { name: me.name, when: whenOf(new Date(at + clockOffset())) })}</span>
          </Dotted>
        </div>
        {mayRetry && (
          <Button size="sm" icon={RefreshCw} onClick={() => uploads?.retry(item.id)} className="mt-2">
            {t('actions.sendAgain')}
          </Button>
        )}
      </div>
      <Menu
        trigger={<IconButton size="sm" icon={Ellipsis} label={t('files.more', { name })} />}
        items={[
          { label: t('files.save'), icon: Download, onSelect: () => saveFile(bytes, name) },
          {
            label: t('actions.discard'),
            icon: Trash2,
            danger: true,
            disabled: needed,
            onSelect: () => void discard(),
          },
        ]}
      />
    </li>
  )
}

/** What it belongs to: a change, or a record. */
function Belongs({ item, need }: Pick<RowProps, 'item' | 'need'>) {
  const { register } = useData()
  const op = need === 'form' ? undefined : need
  const changed = op && register[moduleOf(op)]
  if (op && changed) return <OfChange module={changed} op={op} />
  const module = register[item.module]
  return module && <OfRecord module={module} record={item.record} />
}

function OfChange({ module, op }: { module: Module; op: OutboxOp }) {
  const { t } = useTranslation('outbox')
  const { what, title } = useOpWords(module, op)
  return <span className="min-w-0 truncate text-muted">{t('files.ofChange', { what, title })}</span>
}

/** The record that it belongs to, and the way there. */
function OfRecord({ module, record }: { module: Module; record: number | null }) {
  const { t } = useTranslation('outbox')
  const { noun } = useWords(module)
  const actor = useActor()
  const title = useTitle(module, record ?? 0)
  if (record === null) return <span className="text-muted">{t('files.ofNew')}</span>
  const shown = title || t('numberOf', { noun, id: record })
  const to = placeOf(module, actor)?.to(record, shown)
  return (
    <span className="min-w-0 truncate text-muted">
      {to ? (
        <Link to={to} className="link">
          {t('files.of', { title: shown })}
        </Link>
      ) : (
        t('files.of', { title: shown })
      )}
    </span>
  )
}
