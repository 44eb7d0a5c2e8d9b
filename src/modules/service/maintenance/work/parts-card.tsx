import ScanLine from 'lucide-react/icons/scan-line'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptyLine } from '#contract/empty-line.ts'
import { metaOf } from '#contract/fields.ts'
import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { fillsMaintenance } from '#contract/modules/service/maintenance-form.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { fitsInto, mayTakeFrom, takenMore } from '#contract/modules/service/parts-taken.ts'
import { useData } from '#src/data/data.ts'
import { readRecord } from '#src/data/read-record.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { inputs } from '#src/fields/inputs.ts'
import { columnsOf } from '#src/fields/lines.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { useOnceKnown } from '#src/lib/use-once-known.ts'
import { playSound } from '#src/parts/sounds.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/field.tsx'
import { useMe } from '#src/session/house.ts'
import { MyStockLink } from '../../my-stock-link.tsx'
import { useOwnStock } from '../../own-stock.ts'
import type { UsedPart } from './lines.ts'
import { PartLine } from './part-line.tsx'
import { ScanPart } from './scan-part.tsx'
import type { WorkForm } from './use-work-form.ts'

type Values = Record<string, unknown>
/** What is said beneath a line when it is wrong. */
const shownOf = ['part', 'qty', 'takenFrom'] as const
const partsIn = (values: Values) => values.parts as UsedPart[]

/** The parts that the job takes: scanned, or found by name, and counted with a thumb. */
export function PartsCard({ work }: { work: WorkForm }) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const { db } = useData()
  const newId = useNewId()
  const { userId } = useMe()
  const actor = useActor()
  const own = useOwnStock()
  const ownKnown = useOnceKnown(own, !own.loading)
  const [scans, setScans] = useState(false)
  const [failed, setFailed] = useState('')
  /** Why what was chosen by its name is not taken. */
  const [wrong, setWrong] = useState<string | null>(null)
  const lines = partsIn(work.form.values)
  const put = (to: (lines: UsedPart[]) => UsedPart[]) => work.amend(values => ({ parts: to(partsIn(values)) }))
  const amend = (id: number, next: Partial<UsedPart>) =>
    put(lines => lines.map(one => (one.id === id ? { ...one, ...next } : one)))

  /** One more of it: a line that is there already counts it. */
  const add = async (found: Part): Promise<string | null> => {
    setFailed('')
    if (!fitsInto(found, work.base.product) && !lines.some(line => line.part === found.id))
      return t('screen.work.doesNotFit', { name: found.name })
    // Nobody knows yet whose stock a quick scan takes from.
    const { left, error, again } = await ownKnown()
    if (error) {
      again()
      return error.message
    }
    // Whoever has a stock of their own takes from there.
    const takenFrom = left ? userId : null
    const id = await newId()
    put(lines => {
      const same = lines.find(line => line.part === found.id && (line.takenFrom ?? null) === takenFrom)
      if (same) return lines.map(line => (line === same ? { ...line, qty: line.qty + 1 } : line))
      return [...lines, { ...lineOf(id, found), takenFrom }]
    })
    playSound('right')
    return null
  }
  const mine = takenMore(work.base, { stage: work.base.stage, parts: lines }).filter(({ person }) => person === userId)
  /** How many of it are left along, with what stands here taken. */
  const leftOf = (id: number) => (own.left?.get(id) ?? 0) - (mine.find(one => one.part === id)?.more ?? 0)
  const choose = (id: unknown) => {
    setWrong(null)
    if (typeof id === 'number') addById(id)
  }
  const addById = (id: number) => {
    readRecord(db, part, id)
      .then(async row => setWrong(await add(row as unknown as Part)))
      .catch((error: unknown) => setFailed(failureOf(error)!.message))
  }
  const column = columnsOf(fieldView(maintenance, 'parts', words)).find(({ key }) => key === 'part')!
  const Choose = inputs.reference
  return (
    <Card
      flush
      title={words.field('parts')}
      aside={
        <Button
          size="lg"
          variant="accent"
          icon={ScanLine}
          aria-pressed={scans}
          onClick={() => setScans(scans => !scans)}
        >
          {t('screen.work.scanPart')}
        </Button>
      }
      footer={own.left && <MyStockLink />}
    >
      {scans && <ScanPart onFound={add} />}
      {failed && (
        <Banner tone="danger" announce onDismiss={() => setFailed('')}>
          {failed}
        </Banner>
      )}
      <ul>
        {lines.map(line => (
          <PartLine
            key={line.id}
            line={line}
            cover={work.base.cover}
            me={userId}
            left={own.left && leftOf(line.part)}
            error={shownOf.map(name => work.form.errors[`parts.${line.id}.${name}`]).find(Boolean)}
            onChange={next => amend(line.id, next)}
            // Whoever takes one more takes it from their own, not from somebody else's.
            onMore={() =>
              mayTakeFrom(line.takenFrom, actor, work.base) ? amend(line.id, { qty: line.qty + 1 }) : addById(line.part)
            }
            onRemove={() => put(lines => lines.filter(one => one.id !== line.id))}
          />
        ))}
      </ul>
      <div className="p-4">
        <Field label={t('screen.work.addPart')} error={wrong}>
          <Choose field={column} value={null} onChange={choose} size="lg" />
        </Field>
      </div>
    </Card>
  )
}

/** A line of one piece, with what the part itself says of its price. */
function lineOf(id: number, found: Part): UsedPart {
  const fills = Object.entries(fillsMaintenance['parts.part'] ?? {}).map(([name, of]) => [name, of(found)])
  const empty = emptyLine(metaOf(maintenance.fields.parts))
  return { ...empty, ...Object.fromEntries(fills), id, part: found.id } as UsedPart
}
