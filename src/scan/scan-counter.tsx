import { formatNumber } from '#src/lib/format.ts'
import { Progress } from '#src/ui/progress.tsx'

type Props = {
  done: number
  /** Null where nobody knows how many there will be. */
  total: number | null
  /** What the bar is called. */
  progress?: string
  text: string
}

/** How many are done, and of how many, to be read from afar. */
export function ScanCounter({ done, total, progress = '', text }: Props) {
  return (
    <div className="grid content-center justify-items-center gap-1 px-6 py-4">
      <p className="whitespace-nowrap tabular-nums" data-left={total === null ? undefined : total - done}>
        <b className="text-100 tracking-figure">{formatNumber(done)}</b>
        {total !== null && <span className="text-80 text-muted"> / {formatNumber(total)}</span>}
      </p>
      {total !== null && (
        <Progress label={progress} value={total > 0 ? done / total : 0} tone="success" className="h-2! w-full" />
      )}
      <p className="text-center text-30 text-muted">{text}</p>
    </div>
  )
}
