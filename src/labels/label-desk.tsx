import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Tags from 'lucide-react/icons/tags'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabelKind, Module } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { useData } from '#src/data/data.ts'
import { useActor } from '#src/session/actor.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { toast } from '#src/ui/toast.ts'
import { LabelGroup } from './label-group.tsx'
import type { LabelLoader } from './label-of.ts'
import { addToQueue, takeOff, useQueue, type Queue, type Queued } from './queue.ts'
import { WithLabels, type Asked } from './with-labels.tsx'

type Props = { loaders: Readonly<Record<string, LabelLoader>> }

/** All labels that wait on this device for a printer, one kind at a time. */
export function LabelDesk({ loaders }: Props) {
  const { t } = useTranslation('label')
  const { db, register } = useData()
  const actor = useActor()
  const queue = useQueue()
  const [chosen, setChosen] = useState<LabelKind | null>(null)
  const [refused, setRefused] = useState('')
  // Rights may have changed since somebody queued it.
  const may = (name: string): Module | undefined => {
    const module = register[name]
    return module?.label && loaders[name] && can(actor, module, 'details') ? module : undefined
  }
  // What they may no longer see would wait for ever, unseen, and leave less room for others.
  const lost = queue.waiting.filter(({ module }) => !may(module))
  const drop = useEffectEvent(() => void takeOff(db, lost))
  useEffect(() => {
    if (lost.length > 0) drop()
  }, [lost.length])
  const waiting = queue.waiting.filter(({ module }) => may(module))
  const kindOf = ({ module }: Queued) => register[module]!.label!
  const kinds = [...new Set(waiting.map(kindOf))]
  const kind = chosen && kinds.includes(chosen) ? chosen : kinds[0]
  const entries = waiting.filter(one => kindOf(one) === kind)
  const asked = Object.keys(loaders).flatMap((name): Asked[] => {
    const ids = entries.flatMap(one => (one.module === name ? one.id : []))
    return ids.length > 0 ? [{ module: register[name]!, label: loaders[name]!, ids }] : []
  })
  return (
    <>
      <PageHead
        title={t('titles.labels')}
        className="print:hidden"
        actions={waiting.length > 0 && <Clear waiting={queue.waiting} />}
      />
      {refused && (
        <Banner tone="danger" announce onDismiss={() => setRefused('')} className="mb-4 print:hidden">
          {refused}
        </Banner>
      )}
      {queue.last && <Printed last={queue.last} />}
      {kinds.length > 1 && (
        <div className="mb-4 grid justify-items-start gap-2 print:hidden">
          <SegmentedControl
            label={t('kind')}
            options={kinds.map(value => ({
              value,
              label: t(`kinds.${value}`),
              count: waiting.filter(one => kindOf(one) === value).length,
            }))}
            value={kind!}
            onChange={setChosen}
          />
          <p className="text-30 text-muted">{t('oneKind')}</p>
        </div>
      )}
      {kind ? (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <WithLabels key={kind} asked={asked}>
            {sources => <LabelGroup kind={kind} entries={entries} sources={sources} onRefused={setRefused} />}
          </WithLabels>
        </Suspense>
      ) : (
        <EmptyState icon={Tags} title={t('none')} text={t('noneText')} className="print:hidden" />
      )}
    </>
  )
}

function Clear({ waiting }: { waiting: readonly Queued[] }) {
  const { t } = useTranslation('label')
  const { db } = useData()
  const clear = async () => {
    await takeOff(db, waiting)
    toast(t('cleared', { count: waiting.length }), { undo: () => void addToQueue(db, waiting) })
  }
  return <Button onClick={() => void clear()}>{t('clear')}</Button>
}

/** The paper may have been stuck: what was printed last is one press away. */
function Printed({ last: { at, of } }: { last: NonNullable<Queue['last']> }) {
  const { t } = useTranslation('label')
  const { db } = useData()
  return (
    <Banner
      className="mb-4 print:hidden"
      actions={
        <Button size="xs" icon={RotateCcw} onClick={() => void addToQueue(db, of)}>
          {t('again')}
        </Button>
      }
    >
      {t('printed', { count: of.length })} <Ago at={at} />
    </Banner>
  )
}
