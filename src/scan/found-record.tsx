import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { useData } from '#src/data/data.ts'
import { useRecord } from '#src/data/use-records.ts'
import type { PanelProps } from '#src/fields/record-places.ts'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { OpenCopies } from './open-copies.tsx'

/** The shell brings how a record looks in short, because it alone knows every module. */
export type InShort = ComponentType<PanelProps>

type Props = { hit: ScanHit; inShort: InShort }

/** What was found, in short, with what this person may do with it now. */
export function FoundRecord({ hit, inShort }: Props) {
  const module = useData().register[hit.module]
  return module ? <Found module={module} id={hit.id} inShort={inShort} /> : null
}

function Found({ module, id, inShort: Short }: { module: Module; id: number; inShort: InShort }) {
  const { t } = useTranslation('scan')
  const { row, loading } = useRecord(module, id)
  if (row)
    return (
      <div className="grid gap-5">
        <OpenCopies module={module} id={id} />
        <Short module={module.name} record={row} />
      </div>
    )
  return loading ? <SkeletonRows rows={3} /> : <p className="text-muted">{t('onlyName')}</p>
}
