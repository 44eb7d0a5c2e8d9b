import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { can } from '#contract/rules.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { useScans } from '#src/lib/keys/scans.ts'
import { playSound } from '#src/parts/sounds.ts'
import { Choices } from '#src/scan/choices.tsx'
import { ScanField } from '#src/scan/scan-field.tsx'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import type { PackFor } from '../for/pack-for.ts'
import { BlockedScan } from './blocked-scan.tsx'
import { NextStep } from './next-step.tsx'
import { PackItems } from './pack-items.tsx'
import { ParcelForm, type ParcelFormHandle } from './parcel-form.tsx'
import { ScanResult } from './scan-result.tsx'
import { piecesOf, toScan } from './scan.ts'
import { SurplusNotice } from './surplus-notice.tsx'
import { usePacking } from './use-packing.ts'
import type { Refusal, Steps } from './use-steps.ts'

type Props = {
  what: PackFor
  row: Dispatch
  /** Its other parcels. */
  others: readonly Dispatch[]
  /** Which of its parcels it is. */
  at: number
  steps: Steps
  /** Why something with it was not done. */
  refusal: Refusal | null
  onRefused: (why: string) => void
}

const scanned: readonly string[] = ['draft', 'packed']

/** One parcel until it leaves: what is in it is scanned, then it gets its label, then somebody takes it. */
export function PackParcel({ what, row, others, at, steps, refusal, onRefused }: Props) {
  const { t } = useTranslation('dispatch')
  const may = can(useActor(), dispatch, 'dispatch')
  const packing = usePacking(what, row, others)
  const form = useRef<ParcelFormHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const { items, verdict } = packing
  const isOpen = scanned.includes(row.stage)
  const surplus = isOpen ? what.surplus(items, others) : new Map<number, number>()
  const isScanning = isOpen && may
  // Also while something wrong is out of the way first: no scan leads away from the parcel.
  useScans(isScanning ? code => (surplus.size > 0 ? playSound('wrong') : packing.scan(code, true)) : null)
  const why = refusal?.why || packing.refused
  const wrong = verdict?.is === 'wrong' ? verdict : null
  const goOn = () => {
    packing.acknowledge()
    // The field is there again with the next picture.
    requestAnimationFrame(() => field.current?.focus())
  }
  const choose = (hit: ScanHit) => {
    packing.choose(hit)
    field.current?.focus()
  }
  const undo = (piece: Parameters<typeof packing.undo>[0]) => {
    packing.undo(piece)
    field.current?.focus()
  }
  return (
    <section aria-label={t('screen.parcel', { at })} className="grid gap-4">
      {why && (
        <Banner
          tone="danger"
          announce
          onDismiss={() => {
            onRefused('')
            packing.dismiss()
          }}
        >
          {why}
        </Banner>
      )}
      {surplus.size > 0 && (
        <SurplusNotice
          what={what}
          row={row}
          items={items}
          surplus={surplus}
          steps={steps}
          onKeep={isScanning ? packing.keep : null}
        />
      )}
      <div className="overflow-hidden rounded-3 border bg-surface shadow-1">
        {isScanning && wrong && <BlockedScan verdict={wrong} what={what} items={items} onDone={goOn} />}
        {isScanning && surplus.size === 0 && (
          // It stays behind what blocks: a camera that is opened once more is asked for once more.
          <div hidden={wrong !== null}>
            <ScanField
              ref={field}
              camera
              label={t('screen.scan.label')}
              placeholder={t(toScan(items) === 0 ? 'screen.scan.done' : 'screen.scan.ready')}
              onScan={packing.scan}
            />
          </div>
        )}
        <ScanResult
          stage={row.stage}
          total={piecesOf(items)}
          open={toScan(items)}
          verdict={verdict}
          onUndo={verdict?.is === 'right' ? () => undo({ item: verdict.item, unit: verdict.unit?.id ?? null }) : null}
        />
        {verdict?.is === 'which' && <Choices hits={verdict.hits} onChoose={choose} />}
      </div>
      <PackItems
        what={what}
        items={items}
        done={packing.done}
        onUndo={isScanning ? undo : null}
        onCount={
          isScanning
            ? item => {
                packing.count(item)
                field.current?.focus()
              }
            : null
        }
      />
      {may && <ParcelForm key={row.id} ref={form} row={row} onRefused={onRefused} />}
      {may && (
        <NextStep
          row={row}
          items={items}
          hasSurplus={surplus.size > 0}
          due={what.due(row, others)}
          beforeStep={async () => (await form.current?.save()) ?? true}
          beforeLabel={async () => (await form.current?.settle()) ?? true}
          steps={steps}
          isOtherSum={refusal?.version === row.version && Boolean(refusal.fields?.codAmount)}
        />
      )}
    </section>
  )
}
