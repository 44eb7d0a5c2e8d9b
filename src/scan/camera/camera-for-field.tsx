import CameraIcon from 'lucide-react/icons/camera'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BoxButton } from '#src/ui/box-button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useFieldWiring } from '#src/ui/field-context.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Camera } from './camera.tsx'

type Props = {
  /** The field takes it as it takes a code of a gun. */
  onCode: (code: string) => void
  /** Does its button stand beside the box of the field, and not in it? */
  beside?: boolean
}

/** Reads a code with the camera into a field that takes codes. */
export function CameraForField({ onCode, beside = false }: Props) {
  const { t } = useTranslation('scan')
  const { disabled } = useFieldWiring()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const take = (text: string) => {
    close()
    onCode(text)
  }
  const button = { label: t('camera.intoField'), icon: CameraIcon, disabled, onClick: () => setOpen(true) }
  return (
    <>
      {beside ? <IconButton variant="secondary" {...button} /> : <BoxButton {...button} />}
      <Dialog open={open} onClose={close} size="md" title={t('camera.intoField')}>
        <div className="overflow-hidden rounded-3">
          <Camera onCode={take} />
        </div>
      </Dialog>
    </>
  )
}
