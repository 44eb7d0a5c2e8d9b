import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { useInputWiring } from '#src/ui/field-context.ts'
import { Field } from '#src/ui/field.tsx'
import { drawCrop, encode, middle, movedBy, PICTURE_SIZE } from './picture.ts'

type Props = { source: ImageBitmap; onClose: () => void; onChosen: (picture: string) => Promise<string | null> }

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, -0.1],
  ArrowDown: [0, 0.1],
}

/** Cuts a square out of a picture: dragged or moved with the arrow keys, enlarged with the slider. */
export function CropDialog({ source, onClose, onChosen }: Props) {
  const { t } = useTranslation(['profile', 'crud'])
  const from = useRef<{ x: number; y: number } | null>(null)
  const [crop, setCrop] = useState(middle)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')

  const drag = (event: PointerEvent<HTMLElement>) => {
    const start = from.current
    if (!start) return
    const { width } = event.currentTarget.getBoundingClientRect()
    const [dx, dy] = [(start.x - event.clientX) / width, (start.y - event.clientY) / width]
    from.current = { x: event.clientX, y: event.clientY }
    setCrop(now => movedBy(source, now, dx, dy))
  }
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key]
    if (!by) return
    event.preventDefault()
    setCrop(now => movedBy(source, now, ...by))
  }
  const submit = async () => {
    const small = document.createElement('canvas')
    small.width = PICTURE_SIZE
    small.height = PICTURE_SIZE
    drawCrop(small, source, crop)
    const picture = encode(small)
    if (picture === null) return setRefused(t('profile:picture.tooLarge'))
    setBusy(true)
    const failed = await onChosen(picture)
    setBusy(false)
    if (failed !== null) setRefused(failed)
  }
  return (
    <FormDialog
      sticky
      onClose={onClose}
      title={t('profile:picture.crop')}
      description={t('profile:picture.cropText')}
      onSubmit={() => void submit()}
      submitLabel={t('profile:picture.use')}
      busy={busy}
      refused={refused}
    >
      {/* A two-dimensional slider has no role of its own; what the keys do is said in the description. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is a control of its own kind */}
      <div
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved with the arrow keys
        tabIndex={0}
        aria-label={t('profile:picture.area')}
        className="mx-auto size-64 cursor-move touch-none overflow-hidden rounded-full border bg-surface-sunken"
        onKeyDown={press}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => (from.current = null)}
        onPointerCancel={() => (from.current = null)}
      >
        <canvas
          ref={node => {
            if (node) drawCrop(node, source, crop)
          }}
          width={512}
          height={512}
          className="size-full"
        />
      </div>
      <Field label={t('profile:picture.zoom')}>
        <ZoomInput value={crop.zoom} onChange={zoom => setCrop(now => movedBy(source, { ...now, zoom }, 0, 0))} />
      </Field>
    </FormDialog>
  )
}

function ZoomInput({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const { 'aria-required': _, ...wiring } = useInputWiring()
  return (
    <input
      {...wiring}
      type="range"
      min={1}
      max={4}
      step={0.05}
      value={value}
      onChange={event => onChange(Number(event.target.value))}
      className="min-h-hit w-full accent-primary"
    />
  )
}
