import { StatusPill } from '#src/ui/status-pill.tsx'

/** How much stuck work of others waits for this person's decision, in the header, and the way to it. */
export const StuckPill = ({ count }: { count: number }) => (
  <StatusPill state="decision" count={count} to="/outbox" className="max-sm:min-w-0 sm:shrink-0" />
)
