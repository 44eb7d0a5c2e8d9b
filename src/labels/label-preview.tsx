import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabelSize } from '#src/paper/label-sizes.ts'

/** So many are looked at before they are printed. */
export const SHOWN = 12

type Props = { size: LabelSize; labels: readonly { key: string; label: ReactNode }[] }

/** The first labels as they will be on paper, and how many more there are. */
export function LabelPreview({ size, labels }: Props) {
  const { t } = useTranslation('label')
  const [width, height] = size.label
  return (
    <>
      <div className="flex flex-wrap justify-center gap-6 rounded-3 border bg-surface-sunken p-6 max-sm:p-3 print:hidden">
        {labels.slice(0, SHOWN).map(({ key, label }) => (
          <div
            key={key}
            className="max-w-full overflow-hidden shadow-2"
            style={{ width: `${width}mm`, height: `${height}mm` }}
          >
            {label}
          </div>
        ))}
        {labels.length > SHOWN && (
          <p className="basis-full text-center text-muted">{t('more', { count: labels.length - SHOWN })}</p>
        )}
      </div>
      <p className="mt-3 text-30 text-pretty text-muted print:hidden">{t('advice')}</p>
    </>
  )
}
