import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_COPIES } from '#contract/label-print.ts'
import type { LabelKind } from '#contract/module.ts'
import { resolutions, sizesOf } from '#src/paper/label-sizes.ts'
import { Field } from '#src/ui/field.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import type { PrintSettings } from './settings.ts'

/** More places than these are typed, and not chosen from. */
const FEW = 4

type Props = {
  kind: LabelKind
  settings: PrintSettings
  onSettings: (settings: PrintSettings) => void
  /** Null where they are not alike. */
  copies: number | string | null
  onCopies: (copies: number | string | null) => void
  /** Places of the first sheet that are used up. */
  used: number
  onUsed: (used: number) => void
}

/** On what it is printed, how often, and from which place of the sheet on. */
export function LabelTools({ kind, settings, onSettings, copies, onCopies, used, onUsed }: Props) {
  const { t } = useTranslation('label')
  const sizes = sizesOf[kind]
  const { onPage } = sizes[settings.size]!
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3 print:hidden">
      <Labelled label={t('size')}>
        <SegmentedControl
          label={t('size')}
          options={Object.keys(sizes).map(value => ({ value, label: t(`sizes.${value}`) }))}
          value={settings.size}
          onChange={size => onSettings({ ...settings, size })}
          className="flex-wrap"
        />
      </Labelled>
      <Labelled label={t('dpi')}>
        <SegmentedControl
          label={t('dpi')}
          options={resolutions.map(dpi => ({ value: String(dpi), label: t('dots', { dpi }) }))}
          value={String(settings.dpi)}
          onChange={dpi => onSettings({ ...settings, dpi: dpi === '300' ? 300 : 203 })}
        />
      </Labelled>
      {onPage > 1 && onPage <= FEW && (
        <Labelled label={t('start')}>
          <SegmentedControl
            label={t('start')}
            options={Array.from({ length: onPage }, (_, at) => ({ value: String(at), label: String(at + 1) }))}
            value={String(Math.min(used, onPage - 1))}
            onChange={at => onUsed(Number(at))}
          />
        </Labelled>
      )}
      {onPage > FEW && (
        <Field label={t('start')} className="w-44">
          <NumberInput
            size="sm"
            value={Math.min(used, onPage - 1) + 1}
            onChange={place =>
              onUsed(typeof place === 'number' ? Math.min(Math.max(Math.round(place), 1), onPage) - 1 : 0)
            }
            min={1}
            max={onPage}
          />
        </Field>
      )}
      <Field label={t('copies')} className="w-24">
        <NumberInput size="sm" value={copies} onChange={onCopies} min={1} max={MOST_COPIES} />
      </Field>
    </div>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <span aria-hidden="true" className="text-30 font-medium">
      {label}
    </span>
    {children}
  </div>
)
