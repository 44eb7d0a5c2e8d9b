import { useTranslation } from 'react-i18next'
import type { StuckWork } from '#contract/calls/stuck.ts'
import { allFields, type Module } from '#contract/module.ts'
import { isPlaced } from '#contract/sorts.ts'
import { InFull } from '#src/table/in-full.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { whenOf } from '../op-state.tsx'
import { wantedNow } from './use-decide.ts'

const columns = 'md:grid-cols-[minmax(0,8rem)_repeat(2,minmax(0,1fr))]'

/** Field by field: what its author wants, and what stands there now. */
export function StuckValues({ module, stuck, who }: { module: Module; stuck: StuckWork; who: string }) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const { mine, row, theirs, asks = [] } = stuck
  // Lines as they would be kept, all that there are: one that was removed or moved is seen only among the others.
  const kept = wantedNow(module, stuck)
  const names = Object.keys(mine).filter(name => name in allFields(module))
  return (
    <dl className="text-30 md:border-t">
      <div
        aria-hidden="true"
        className={`hidden bg-surface-sunken text-muted *:border-s *:px-3 *:py-2 *:first:border-s-0 md:grid ${columns}`}
      >
        <span>{t('stuck.field')}</span>
        <span>{t('stuck.wanted', { who })}</span>
        <span>{t('stuck.now')}</span>
      </div>
      {names.map(name => {
        const field = fieldView(module, name, words)
        const by = theirs[name]
        return (
          <div
            key={name}
            className={`grid min-w-0 border-t max-md:gap-1 max-md:px-4 max-md:py-2 md:*:border-s md:*:px-3 md:*:py-2 md:*:first:border-s-0 ${columns}`}
          >
            <dt className="text-muted">{words.field(name)}</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
              <span className="me-1 text-20 text-muted md:sr-only">{t('stuck.wanted', { who })}</span>{' '}
              <b className="font-medium">
                {isPlaced(module, name) ? (
                  t('moved')
                ) : (
                  <InFull field={field} value={field.meta.kind === 'lines' ? kept[name] : mine[name]} />
                )}
              </b>
            </dd>
            <dd
              className={`min-w-0 wrap-anywhere whitespace-pre-line ${asks.includes(name) ? 'bg-danger-subtle max-md:-mx-3 max-md:px-3 max-md:py-2' : ''}`}
            >
              <span className="me-1 text-20 text-muted md:sr-only">{t('stuck.now')}</span>{' '}
              {isPlaced(module, name) ? '—' : <InFull field={field} value={row?.[name]} />}
              {by && (
                <span className="block text-20 text-muted">
                  {t('stuck.nowBy', { who: by.byName ?? t('stuck.somebody'), when: whenOf(new Date(by.at)) })}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
