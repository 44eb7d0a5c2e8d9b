import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react'
import Pad from 'signature_pad'
import { INK, pictureOf, type Drawn } from './signature-picture.ts'

export type PadHandle = { undo: () => void; clear: () => void; picture: () => Drawn }
type Props = { ref: Ref<PadHandle>; label: string; onStrokes: (count: number) => void }

/** Paper to write on: as white as what is printed, in every theme. */
export function SignaturePad({ ref, label, onStrokes }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad | null>(null)
  const tell = useEffectEvent(() => onStrokes(pad.current?.toData().length ?? 0))
  useEffect(() => {
    const sheet = canvas.current
    if (!sheet?.getContext('2d')) return
    const made = new Pad(sheet, { penColor: INK, minWidth: 0.8, maxWidth: 2.6 })
    pad.current = made
    // Turned round or made narrower it is as sharp as before, and what is drawn stays.
    const fit = () => {
      const drawn = made.toData()
      const ratio = Math.max(globalThis.devicePixelRatio || 1, 1)
      sheet.width = sheet.offsetWidth * ratio
      sheet.height = sheet.offsetHeight * ratio
      sheet.getContext('2d')?.scale(ratio, ratio)
      made.fromData(drawn)
    }
    const watch = new ResizeObserver(fit)
    watch.observe(sheet)
    fit()
    const ended = () => tell()
    made.addEventListener('endStroke', ended)
    return () => {
      watch.disconnect()
      made.removeEventListener('endStroke', ended)
      made.off()
      pad.current = null
    }
  }, [])
  useImperativeHandle(ref, () => ({
    undo: () => {
      const drawn = pad.current?.toData().slice(0, -1) ?? []
      pad.current?.fromData(drawn)
      onStrokes(drawn.length)
    },
    clear: () => {
      pad.current?.clear()
      onStrokes(0)
    },
    picture: async () => (canvas.current ? pictureOf(canvas.current) : null),
  }))
  return (
    <div className="relative h-44 overflow-hidden rounded-2 border border-control bg-paper">
      <canvas ref={canvas} role="img" aria-label={label} className="absolute inset-0 size-full touch-none" />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-4 bottom-9 border-b border-dashed border-line-strong"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute start-4 bottom-2 text-20 text-paper-ink opacity-70"
      >
        {label}
      </span>
    </div>
  )
}
