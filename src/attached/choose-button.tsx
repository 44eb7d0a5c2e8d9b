import Camera from 'lucide-react/icons/camera'
import Paperclip from 'lucide-react/icons/paperclip'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptedFiles } from '#contract/calls/attached.ts'
import { Button } from '#src/ui/button.tsx'
import type { Size } from '#src/ui/size.ts'

type Props = {
  onFiles: (files: readonly File[]) => void
  pictures?: boolean
  size?: Size | undefined
}

/** Chooses files of the device; where there is a touch screen there is a camera, and a button for it. */
export function ChooseButtons({ onFiles, pictures, size }: Props) {
  const { t } = useTranslation('crud')
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const chosen = (input: HTMLInputElement) => {
    onFiles(Array.from(input.files ?? []))
    // The same file can be chosen again.
    input.value = ''
  }
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        accept={pictures ? 'image/*' : acceptedFiles}
        hidden
        onChange={event => chosen(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={event => chosen(event.currentTarget)}
      />
      <Button size={size} icon={Paperclip} onClick={() => files.current?.click()}>
        {t(pictures ? 'attached.choosePictures' : 'attached.choose')}
      </Button>
      <Button
        size={size}
        icon={Camera}
        onClick={() => camera.current?.click()}
        className="hidden! pointer-coarse:inline-flex!"
      >
        {t('attached.camera')}
      </Button>
    </>
  )
}
