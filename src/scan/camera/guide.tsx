import { clsx } from 'clsx'

const corners = [
  'start-0 top-0 rounded-ss-4 border-s-4 border-t-4',
  'end-0 top-0 rounded-se-4 border-e-4 border-t-4',
  'start-0 bottom-0 rounded-es-4 border-s-4 border-b-4',
  'end-0 bottom-0 rounded-ee-4 border-e-4 border-b-4',
]

/** Where to hold a code: a square, or wider where there is more room to the sides, as most bar codes are. */
export function Guide({ isRight }: { isRight: boolean }) {
  return (
    <div
      aria-hidden="true"
      data-right={isRight || undefined}
      className={clsx(
        'pointer-events-none absolute inset-0 m-auto aspect-square max-h-[64%] max-w-4/5 rounded-4 landscape:aspect-video',
        'shadow-[0_0_0_999px_var(--camera-scrim)]',
        isRight ? 'border-camera-ok' : 'border-camera-text',
      )}
    >
      {corners.map(corner => (
        <i key={corner} className={clsx('absolute size-11 border-inherit', corner)} />
      ))}
    </div>
  )
}
