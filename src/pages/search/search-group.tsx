import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { listPath } from '#src/crud/routes.tsx'
import { pathTo, type Pages } from '#src/crud/screens.ts'
import { useData } from '#src/data/data.ts'
import { Marked } from '#src/app/palette/marked.tsx'
import type { FoundGroup } from '#src/app/palette/use-found.ts'
import { useTitles } from '#src/app/use-titles.ts'
import { screens } from '#src/modules/index.ts'
import { useActor } from '#src/session/actor.ts'
import { can } from '#contract/rules.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'

const all: Readonly<Record<string, Pages | null>> = screens

type Props = {
  group: FoundGroup
  q: string
  words: readonly string[]
  loading: boolean
  onMore?: () => void
}

/** The records of one module that were found. */
export function SearchGroup({ group, q, words, loading, onMore }: Props) {
  const { t } = useTranslation('palette')
  const { register } = useData()
  const actor = useActor()
  const module = register[group.module]
  const kind = group.entries[0]?.kind
  const titleOf = useTitles(kind ? [kind] : [])
  if (!module || !kind) return null
  const own = all[module.name]
  const list = !can(actor, module, 'list')
    ? undefined
    : module.list
      ? listPath({ ...module, list: module.list })
      : own && pathTo(own, 'list')
  return (
    <Card
      flush
      title={titleOf(kind)}
      aside={
        list && (
          <Link className="text-30 text-accent-text" to={`${list}?q=${encodeURIComponent(q)}`}>
            {t('palette:search.inList')}
          </Link>
        )
      }
      footer={
        onMore && (
          <Button size="sm" loading={loading} onClick={onMore}>
            {t('palette:search.more')}
          </Button>
        )
      }
    >
      <ul className="divide-y">
        {group.entries.map(entry => (
          <li key={entry.id}>
            <Link
              to={entry.to ?? ''}
              data-result=""
              className="flex min-h-control items-center gap-3 px-4 py-1.5 text-ink no-underline hover:bg-surface-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-12"
            >
              <span
                data-mark={entry.colour}
                className={
                  entry.colour
                    ? 'grid size-7 shrink-0 place-items-center rounded-2 bg-mark-subtle text-mark-text'
                    : 'grid size-7 shrink-0 place-items-center rounded-2 text-muted'
                }
              >
                <Icon of={entry.icon} size="sm" />
              </span>
              <span className="flex min-w-0 flex-1 items-baseline gap-2 max-sm:flex-col max-sm:gap-0">
                <bdi className="max-w-full truncate font-medium">
                  <Marked text={entry.label} words={words} />
                </bdi>
                {entry.hint && (
                  <bdi className="max-w-full min-w-0 truncate text-30 text-muted">
                    <Marked text={entry.hint} words={words} />
                  </bdi>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
