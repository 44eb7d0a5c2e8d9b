import { BrandMark } from '#src/parts/brand.tsx'

/** The short moment before the first page; it shows only when the moment is not short. */
export function Splash() {
  return (
    <div className="grid min-h-dvh animate-late place-items-center">
      <BrandMark className="size-12" />
    </div>
  )
}
