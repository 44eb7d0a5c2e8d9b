import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { movesOf } from '#contract/record-rules.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { useData } from '#src/data/data.ts'
import { readRecord } from '#src/data/read-record.ts'
import { useMoves } from '#src/data/use-writes.ts'
import { pendingName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { isOver } from '#src/scan/modes/entries.ts'
import { ModeBoard } from '#src/scan/modes/mode-board.tsx'
import { useScanMode, type Judged, type NextStep } from '#src/scan/modes/use-scan-mode.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { findJob, isAwaited, type FoundJob } from './find-job.ts'

const kinds = [maintenance, unit, dispatch]
const open = maintenance.offline.open ?? []

/** At the gate: what was sent in or brought is scanned, and its job knows that it is here. */
export function ReceiveJobs() {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const { db } = useData()
  const actor = useActor()
  const move = useMoves(maintenance)
  const mayTakeIn = useCan(maintenance, 'create')

  const intake = (begin: string): NextStep | undefined =>
    mayTakeIn ? { label: t('screen.receive.takeIn'), to: `/maintenances/maintenance-add?${begin}` } : undefined
  const wrong = (title: string, text: string, next?: NextStep): Judged<null> => ({ is: 'wrong', title, text, next })
  const toJob = ({ id }: Maintenance): NextStep => ({
    label: t('screen.receive.open'),
    to: `/maintenances/maintenance-details/${id}`,
  })
  const nameOf = ({ id, number }: Maintenance) => number ?? pendingName(id)

  const judgeJob = (job: Maintenance): Judged<null> => {
    if (movesOf(maintenance, job, actor).includes('receive'))
      return {
        is: 'right',
        title: nameOf(job),
        text: [job.serial, job.name].filter(Boolean).join(' · '),
        about: { module: maintenance.name, id: job.id },
        data: null,
      }
    if (isAwaited(job)) return wrong(nameOf(job), t('screen.receive.mayNot'))
    if (!open.includes(job.stage)) {
      const begin = job.unit === null ? job.serial && `serial=${encodeURIComponent(job.serial)}` : `unit=${job.unit}`
      return wrong(nameOf(job), t('screen.receive.over'), begin ? intake(begin) : undefined)
    }
    const why = job.serviceMode === 'onSite' ? 'onSite' : 'here'
    return wrong(nameOf(job), t(`screen.receive.${why}`, { stage: words.stage(job.stage) }), toJob(job))
  }
  const judgeDevice = ({ id, serial }: Pick<Unit, 'id' | 'serial'>, found: FoundJob): Judged<null> => {
    if ('job' in found) return judgeJob(found.job)
    return wrong(serial, t(`screen.receive.${found.is}`), found.is === 'several' ? undefined : intake(`unit=${id}`))
  }
  const judge = async (row: Row, { module }: ScanHit): Promise<Judged<null>> => {
    if (module === maintenance.name) return judgeJob(row as unknown as Maintenance)
    if (module === unit.name) return judgeDevice(row as unknown as Unit, await findJob(db, row.id))
    const parcel = row as unknown as Dispatch
    const title = parcel.number ?? parcel.awb ?? pendingName(parcel.id)
    if (parcel.maintenance === null) return wrong(title, t('screen.receive.noJob'))
    return judgeJob((await readRecord(db, maintenance, parcel.maintenance)) as unknown as Maintenance)
  }

  const scanning = useScanMode<null>({
    name: 'receiveJobs',
    kinds,
    judge,
    act: async ({ about }) => move(await readRecord(db, maintenance, about.id), 'receive'),
    forUnknown: code => intake(`serial=${encodeURIComponent(code)}`),
  })
  const { entries } = scanning
  return (
    <ModeBoard
      scanning={scanning}
      counter={{ done: entries.filter(isOver).length, total: null, text: t('screen.receive.received') }}
      first={{ title: t('screen.receive.first'), text: t('screen.receive.firstText') }}
      onClear={entries.length > 0 ? () => void scanning.clear() : undefined}
    />
  )
}
