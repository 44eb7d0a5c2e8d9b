import CameraIcon from 'lucide-react/icons/camera'
import { useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { handScan } from '#src/lib/keys/scans.ts'
import { BoxButton } from '#src/ui/box-button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useFieldWiring } from '#src/ui/field-context.ts'
import { Camera } from './camera.tsx'

/** Reads a code with the camera into a field for codes, which takes it as it takes one of a gun. */
export function CameraForField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation('scan')
  const { disabled } = useFieldWiring()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const take = (text: string) => {
    close()
    if (field.current) handScan(text, field.current)
  }
  return (
    <>
      <BoxButton label={t('camera.intoField')} icon={CameraIcon} disabled={disabled} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={close} size="md" title={t('camera.intoField')}>
        <div className="overflow-hidden rounded-3">
          <Camera onCode={take} />
        </div>
      </Dialog>
    </>
  )
}
