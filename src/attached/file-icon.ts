import FileImage from 'lucide-react/icons/file-image'
import FileMusic from 'lucide-react/icons/file-music'
import FileText from 'lucide-react/icons/file-text'
import FileVideo from 'lucide-react/icons/file-video'
import type { FileRow } from '#contract/calls/attached.ts'
import type { IconType } from '#src/ui/icon.tsx'

const icons: Record<NonNullable<FileRow['kind']>, IconType> = {
  picture: FileImage,
  video: FileVideo,
  sound: FileMusic,
  document: FileText,
}

export const iconOf = (kind: FileRow['kind']): IconType => icons[kind ?? 'document']

/** What a chosen file will probably be, for the moment before the server says so. */
export const kindOf = (type: string): NonNullable<FileRow['kind']> =>
  type.startsWith('image/')
    ? 'picture'
    : type.startsWith('video/')
      ? 'video'
      : type.startsWith('audio/')
        ? 'sound'
        : 'document'
