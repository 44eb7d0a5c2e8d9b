/** The mark: four bars of one record, each further along. public/icons/mark.svg is the same drawing. */
export function BrandMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className={`shrink-0 text-primary ${className}`}>
      <rect width="28" height="28" rx="8" fill="currentColor" />
      <g className="fill-neutral">
        <rect x="6" y="8" width="3.4" height="12" rx="1.4" />
        <rect x="11" y="8" width="3.4" height="12" rx="1.4" />
        <rect x="16" y="8" width="3.4" height="12" rx="1.4" opacity=".62" />
        <rect x="21" y="8" width="2.4" height="12" rx="1.2" opacity=".34" />
      </g>
    </svg>
  )
}
