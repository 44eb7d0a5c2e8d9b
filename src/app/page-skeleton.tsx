import { Skeleton } from '#src/ui/skeleton.tsx'

/** A page that is on its way; nothing shows in the first second. */
export function PageSkeleton() {
  return (
    <div className="grid gap-5 py-3">
      <Skeleton className="h-6 w-64 max-w-full" />
      <Skeleton className="w-full" />
      <Skeleton className="w-4/5" />
      <Skeleton className="w-3/5" />
    </div>
  )
}
