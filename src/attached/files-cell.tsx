import { clsx } from 'clsx'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFilesById } from '#src/data/use-attached.ts'
import { useUploads } from '#src/data/use-uploads.ts'
import { formatNumber } from '#src/lib/format.ts'
import { FilePicture } from './file-picture.tsx'
import { viewedOf, type Viewed } from './viewed.ts'
import { Viewer } from './viewer.tsx'

/** So many are seen in a row of a list. */
const FEW = 3

const pictureAt = (t: TFunction<'crud'>, index: number) => t('attached.picture', { place: formatNumber(index + 1) })

/** What a field of files holds: small pictures in a row, larger ones that open where a record is read. */
export function FilesCell({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('crud')
  const [large, setLarge] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const shown = large ? ids : ids.slice(0, FEW)
  return (
    <span
      ref={node => {
        // Facts of a record stand in a list of terms; rows of a table do not.
        if (node) setLarge(node.closest('dl') !== null)
      }}
      className={clsx('inline-flex items-center', large ? 'flex-wrap gap-2' : 'gap-1')}
    >
      {shown.map((id, index) => {
        const alt = pictureAt(t, index)
        return large ? (
          <button
            key={id}
            type="button"
            aria-label={alt}
            onClick={() => setAt(index)}
            className="cursor-pointer rounded-2"
          >
            <FilePicture id={id} size="small" />
          </button>
        ) : (
          <FilePicture key={id} id={id} size="small" alt={alt} className="size-7 rounded-1 border" />
        )
      })}
      {ids.length > shown.length && (
        <span className="text-20 text-subtle">+{formatNumber(ids.length - shown.length)}</span>
      )}
      {at !== null && <FieldViewer ids={ids} at={at} onAt={setAt} onClose={() => setAt(null)} />}
    </span>
  )
}

type ViewerProps = { ids: readonly number[]; at: number; onAt: (at: number) => void; onClose: () => void }

/** Those whose bytes are on this device are no other device's to tell of; of some nothing may be known. */
function FieldViewer({ ids, at, onAt, onClose }: ViewerProps) {
  const { t } = useTranslation('crud')
  const own = useUploads()
    .items.filter(({ id, state, bytes }) => ids.includes(id) && (state !== 'done' || bytes.size > 0))
    .map(viewedOf)
  const known = useFilesById(ids.filter(id => own.every(file => file.id !== id)))
  const files = ids.map(
    (id, index): Viewed =>
      [...own, ...known].find(file => file.id === id) ?? { id, name: pictureAt(t, index), kind: 'picture', size: null },
  )
  return <Viewer files={files} at={at} onAt={onAt} onClose={onClose} />
}
