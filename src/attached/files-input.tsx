import { clsx } from 'clsx'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Star from 'lucide-react/icons/star'
import X from 'lucide-react/icons/x'
import { use, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useModule } from '#src/data/data.ts'
import { wordsFor } from '#src/data/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import type { UploadItem } from '#src/offline/uploads.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { ChooseButtons } from './choose-button.tsx'
import { DropZone } from './drop-zone.tsx'
import { FilePicture } from './file-picture.tsx'
import { PrepareContext } from './prepare.ts'
import { Preview } from './upload-tile.tsx'
import { useUpload } from './use-upload.ts'

// Fingers need larger buttons on it.
const box = 'size-24 pointer-coarse:size-32'

type Props = {
  module: string
  field: string
  value: readonly number[]
  onChange: (ids: number[]) => void
  onBlur?: (() => void) | undefined
}

/** The pictures of a field: added, taken away, and which one is first. They are sent while one goes on typing. */
export function FilesInput({ module, field, value, onChange, onBlur }: Props) {
  const { t } = useTranslation('crud')
  const uploading = useUpload({ module: useModule(module), field })
  // What is there by the time that a file has been prepared, not when it was chosen.
  const latest = useRef(value)
  // At once, so that an older value does not stand there again when the next one of several is added to it.
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  const isHere = useIsHere()
  const prepare = use(PrepareContext)
  // What stood here first comes back where this form is given up; what was added since, or by its draft, does not.
  const [before] = useState(value)
  const write = (ids: number[]) => {
    latest.current = ids
    onChange(ids)
    onBlur?.()
  }
  const add = (files: readonly File[]) =>
    void prepare(
      uploading.add(files, id => {
        if (isHere.current) write([...latest.current, id])
        // The form was left in the meantime, and nothing will ever name it.
        else void uploading.takeOff(id)
      }),
    )
  const remove = (id: number) => {
    write(value.filter(other => other !== id))
    if (!before.includes(id)) void uploading.takeOff(id)
  }
  return (
    <DropZone onFiles={add} className="grid gap-3">
      {(value.length > 0 || uploading.preparing > 0) && (
        <ul className="flex flex-wrap gap-3">
          {value.map((id, index) => {
            const place = t('attached.picture', { place: formatNumber(index + 1) })
            return (
              <li key={id} className={clsx('group relative', box)}>
                <Face
                  id={id}
                  item={uploading.items.find(item => item.id === id)}
                  alt={place}
                  onRetry={uploading.retry}
                />
                {value.length > 1 && index === 0 && (
                  <span className="absolute start-1 bottom-1 rounded-1 bg-surface px-1 text-10 font-medium shadow-1">
                    {t('attached.main')}
                  </span>
                )}
                <span className="absolute end-1 top-1 flex gap-1 transition-opacity motion-1 pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100">
                  {index > 0 && (
                    <IconButton
                      size="xs"
                      variant="secondary"
                      icon={Star}
                      label={`${t('attached.makeMain')}: ${place}`}
                      onClick={() => write([id, ...value.filter(other => other !== id)])}
                    />
                  )}
                  <IconButton
                    size="xs"
                    variant="secondary"
                    icon={X}
                    label={t('attached.removeFile', { name: place })}
                    onClick={() => remove(id)}
                  />
                </span>
              </li>
            )
          })}
          {Array.from({ length: uploading.preparing }, (_, n) => (
            <li
              key={`preparing ${n}`}
              className={clsx('grid place-items-center rounded-2 border border-dashed p-2', box)}
            >
              <Progress label={t('attached.preparing', { count: uploading.preparing })} className="w-full" />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <ChooseButtons pictures size="sm" onFiles={add} />
        <p className="text-30 text-subtle pointer-coarse:hidden">{t('attached.hint')}</p>
      </div>
      {uploading.refused.map(({ name, message }) => (
        <p key={name} role="alert" className="text-30 text-danger">
          {name}: {message}
        </p>
      ))}
    </DropZone>
  )
}

type FaceProps = { id: number; item: UploadItem | undefined; alt: string; onRetry: (id: number) => void }

/** The server's small picture; as long as it is on its way, what was chosen. */
function Face({ id, item, alt, onRetry }: FaceProps) {
  const { t } = useTranslation('crud')
  if (!item || item.state === 'done')
    return <FilePicture id={id} size="small" alt={alt} className={clsx('rounded-2 border', box)} />
  const { name, bytes, sent, size, state, problem } = item
  return (
    <span
      className={clsx(
        'relative grid place-items-center overflow-hidden rounded-2 border bg-surface-sunken text-muted',
        box,
      )}
    >
      <Preview bytes={bytes} />
      {problem ? (
        <span
          role="alert"
          className="absolute inset-0 grid content-end gap-1 overflow-hidden bg-surface/90 p-1 pt-8 text-10 text-danger"
        >
          <span className="line-clamp-3">{wordsFor(problem.code, problem.message)}</span>
          <IconButton size="xs" icon={RotateCw} label={t('attached.retry')} onClick={() => onRetry(id)} />
        </span>
      ) : (
        <Progress
          label={t('attached.progress', { name })}
          value={sent / size}
          tone={state === 'waiting' ? 'warning' : 'accent'}
          className="absolute! inset-x-2 bottom-2"
        />
      )}
    </span>
  )
}
