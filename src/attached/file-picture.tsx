import { clsx } from 'clsx'
import type { PictureSize } from '#contract/calls/attached.ts'
import { Icon } from '#src/ui/icon.tsx'
import { iconOf } from './file-icon.ts'
import { useFileUrl } from './use-file-url.ts'

type Props = {
  id: number
  size: PictureSize
  /** Left out where words beside it say what it is. */
  alt?: string | undefined
  className?: string | undefined
}

/** A picture that is attached somewhere, in a box that is there before it is; a sign where there is none to see. */
export function FilePicture({ id, size, alt = '', className }: Props) {
  const { url, failed } = useFileUrl(id, size)
  return (
    <span
      className={clsx(
        'grid place-items-center overflow-hidden bg-surface-sunken text-subtle',
        className ?? 'size-24 rounded-2 border',
      )}
    >
      {url && <img src={url} alt={alt} draggable={false} className="size-full object-cover" />}
      {failed && <Icon of={iconOf('picture')} size="sm" />}
    </span>
  )
}
