import { useTranslation } from 'react-i18next'
import { keyNames } from '#src/lib/keys/chord.ts'
import { Kbd } from '#src/ui/kbd.tsx'
import type { Prefix } from './open.ts'

const prefixes: readonly Prefix[] = ['>', '/', '#', '@']

/** What the keys do, and the signs that narrow the search: pressing one writes it. */
export function Foot({ onPrefix }: { onPrefix: (prefix: Prefix) => void }) {
  const { t } = useTranslation('palette')
  return (
    <div className="flex min-h-9.5 shrink-0 flex-wrap items-center justify-between gap-x-3 border-t bg-surface-sunken px-4 text-20 whitespace-nowrap text-muted">
      <div className="flex flex-wrap gap-2.5 py-1 max-md:hidden pointer-coarse:hidden" aria-hidden="true">
        <Keys keys={['↑', '↓']} words={t('palette:foot.move')} />
        <Keys keys={['↵']} words={t('palette:foot.open')} />
        <Keys keys={keyNames('Mod+Enter')} words={t('palette:foot.apart')} />
      </div>
      <div
        className="flex flex-wrap gap-0.5 max-md:w-full max-md:justify-between pointer-coarse:w-full pointer-coarse:justify-between"
        role="group"
        aria-label={t('palette:foot.narrow')}
      >
        {prefixes.map(prefix => (
          <button
            key={prefix}
            type="button"
            onClick={() => onPrefix(prefix)}
            className="flex min-h-8 items-center gap-1 rounded-2 px-1 hover:text-ink pointer-coarse:min-h-11"
          >
            <Kbd keys={prefix} />
            {t(`palette:prefixes.${prefix}`)}
          </button>
        ))}
      </div>
    </div>
  )
}

const Keys = ({ keys, words }: { keys: string[]; words: string }) => (
  <span className="flex items-center gap-1">
    {keys.map(key => (
      <Kbd key={key} keys={key} />
    ))}
    <span>{words}</span>
  </span>
)
