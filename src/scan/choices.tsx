import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { useData } from '#src/data/data.ts'
import { namespaceOf } from '#src/fields/words.ts'
import { Icon } from '#src/ui/icon.tsx'

/** Records that it may be: somebody says which, and nothing is chosen for them. */
export function Choices({ hits, onChoose }: { hits: readonly ScanHit[]; onChoose: (hit: ScanHit) => void }) {
  const { register } = useData()
  const modules = hits.flatMap(({ module }) => register[module] ?? [])
  const { t } = useTranslation(['scan', ...new Set(modules.map(namespaceOf))])
  return (
    <ul className="divide-y border-t">
      {hits.map(hit => (
        <li key={`${hit.module} ${hit.id}`}>
          <button
            type="button"
            className="flex min-h-16 w-full items-center gap-3 px-5 py-3 text-start hover:bg-surface-hover"
            onClick={() => onChoose(hit)}
          >
            <span className="min-w-0 flex-1">
              <b className="ltr block text-50 wrap-anywhere">{hit.code}</b>
              <span className="text-muted wrap-anywhere">
                {[
                  register[hit.module] && t(`${namespaceOf(register[hit.module]!)}:noun`),
                  hit.title !== hit.code && hit.title,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Icon of={ChevronRight} mirrored />
          </button>
        </li>
      ))}
    </ul>
  )
}
