import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import DatabaseZap from 'lucide-react/icons/database-zap'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attachLimits } from '#contract/calls/attached.ts'
import { groupBy } from '#contract/group-by.ts'
import { useKeepsNothing } from '#src/data/data.ts'
import { useLeftSealed } from '#src/data/use-left-sealed.ts'
import { useDamaged, useOutbox, useUnsentFiles } from '#src/data/use-outbox.ts'
import { useShut } from '#src/data/use-shut.ts'
import { useUploads } from '#src/data/use-uploads.ts'
import { useUnkept } from '#src/data/use-unsent.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { sendsWhenClosed } from '#src/offline/outbox/background.ts'
import { blockers } from '#src/offline/outbox/blocked.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { piece } from '#src/lib/piece.ts'
import { useKeptWhileEdited } from '#src/lib/use-kept-while-edited.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Count } from '#src/ui/count.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { CopyAll } from './outbox/copy-all.tsx'
import { DecisionCard } from './outbox/decision-card.tsx'
import { DeviceCard } from './outbox/device-card.tsx'
import { FileRows } from './outbox/file-rows.tsx'
import { KeyWords } from './outbox/key-words.tsx'
import { goByKeys } from './outbox/keys.ts'
import { OpEditor, type Edited } from './outbox/op-editor.tsx'
import { OpRows } from './outbox/op-rows.tsx'
import { whenOf } from './outbox/op-state.tsx'
import { inSections, sections, type Section } from './outbox/sections.ts'
import { SentCard } from './outbox/sent-card.tsx'
import { ShutCard } from './outbox/shut-card.tsx'
import { useDecides } from './outbox/use-decides.ts'
import { useFocusStays } from './outbox/use-focus-stays.ts'
import { useProgress } from './outbox/use-progress.ts'
import { useSendNow } from './outbox/use-send-now.ts'

const StuckWork = piece(() => import('./outbox/stuck/stuck-work.tsx').then(({ StuckWork }) => StuckWork))
const none: OutboxOp[] = []

/** Everything that this person did on this device and the server has not confirmed, and what can be done about it. */
export function OutboxPage() {
  const { t } = useTranslation(['outbox', 'crud'])
  const ops = useOutbox()
  const shut = useShut()
  const keepsNothing = useKeepsNothing()
  const { online, slow, silent, stuck, sessionOver, lastSyncAt, notTaken } = useConnection()
  const decides = useDecides()
  const { items, uploads } = useUploads()
  const files = items.filter(({ state }) => state !== 'done')
  // A file that is sent in pieces is for pages.
  const isWoken = sendsWhenClosed() && files.every(({ size }) => size <= attachLimits.piece)
  const unkept = useUnkept()
  const count = (ops?.length ?? 0) + Math.max(files.length, useUnsentFiles())
  const sealed = useLeftSealed()
  const damaged = useDamaged()
  const { busy, said, sendNow } = useSendNow(count + sealed.count)
  const found = inSections(ops ?? none)
  // What is written on a card must not go with it, should somebody else decide, or another tab: they are told when they save.
  const { gone, onEdited } = useKeptWhileEdited(found.decision, ({ mid }) => mid)
  const shown = { ...found, decision: [...found.decision, ...gone] }
  const blocked = blockers(ops ?? none)
  const lanes = groupBy(ops ?? none, ({ lane }) => lane)
  const progress = useProgress()
  const box = useFocusStays()
  const [edited, setEdited] = useState<Edited | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const fold = ({ mid }: OutboxOp) =>
    setUnfolded(before => new Set(before.has(mid) ? [...before].filter(one => one !== mid) : [...before, mid]))
  const fileRows = (
    <Part section="files" ops={files}>
      <FileRows files={files} uploads={uploads} />
    </Part>
  )
  return (
    // The arrow keys go from change to change.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it is the buttons in it that are reached
    <div ref={box} tabIndex={-1} className="outline-none" onKeyDown={goByKeys}>
      <PageHead
        title={t('title')}
        aside={<span className="text-muted max-sm:hidden">{t('about')}</span>}
        actions={
          count > 0 && (
            <>
              {(ops?.length ?? 0) > 0 && <CopyAll ops={ops ?? none} />}
              <Button
                size="sm"
                variant="primary"
                icon={RefreshCw}
                loading={busy && !slow}
                onClick={() => void sendNow()}
              >
                {t('actions.sendNow')}
              </Button>
            </>
          )
        }
      />
      <p role="status" className={said ? 'mb-4 text-30 text-muted' : 'sr-only'}>
        {said}
      </p>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          {/* Of a session that is over the notice above the page speaks. */}
          {(!online || silent) && !sessionOver && count > 0 && (
            <Banner tone="warning" icon={CloudOff} title={online ? t('silent.title', { count }) : t('offline.title')}>
              {unkept > 0 && `${t('crud:attached.hereMany', { count: unkept })} `}
              {count > unkept &&
                t(
                  unkept > 0 ? 'offline.rest' : online ? 'silent.text' : isWoken ? 'offline.woken' : 'offline.text',
                )}{' '}
              {!online && lastSyncAt && t('offline.age', { time: whenOf(new Date(lastSyncAt)) })}
            </Banner>
          )}
          {online && notTaken !== null && count > 0 && (
            <Banner tone="warning" title={t('notTaken.title')}>
              {notTaken} {t('notTaken.text')}
            </Banner>
          )}
          {sealed.count > 0 && (
            <Banner tone="warning" title={t('sealed.title', { count: sealed.count })}>
              {t('sealed.text')}
            </Banner>
          )}
          {damaged > 0 && (
            <Banner tone="danger" title={t('damaged.title', { count: damaged })}>
              {t('damaged.text')}
            </Banner>
          )}
          {progress && (
            <div className="grid gap-1">
              <Progress label={t('title')} value={progress.done / progress.total} />
              <span className="text-30 text-muted tabular-nums">{t('progress', progress)}</span>
            </div>
          )}
          {shut && <ShutCard />}
          {keepsNothing && (shut || files.length > 0) ? (
            <>
              {files.length > 0 && <KeyWords />}
              {fileRows}
            </>
          ) : keepsNothing ? (
            <Card>
              <EmptyState icon={DatabaseZap} title={t('empty.keepsNothing')} text={t('empty.keepsNothingText')} />
            </Card>
          ) : ops === undefined ? (
            <Card flush>
              <SkeletonRows />
            </Card>
          ) : count === 0 && gone.length === 0 ? (
            sealed.count + damaged === 0 && (
              <Card>
                <EmptyState
                  icon={online ? CloudCheck : CloudOff}
                  title={t('empty.title')}
                  text={online ? t('empty.text') : t('empty.offline')}
                />
              </Card>
            )
          ) : (
            <>
              <KeyWords />
              {sections.map(section => (
                <Part key={section} section={section} ops={shown[section]}>
                  {section === 'decision' ? (
                    <div className="grid gap-4">
                      {shown.decision.map(op => (
                        <DecisionCard
                          key={op.mid}
                          op={op}
                          lane={lanes.get(op.lane) ?? none}
                          isOver={!ops.some(({ mid }) => mid === op.mid)}
                          onEdited={onEdited}
                        />
                      ))}
                    </div>
                  ) : (
                    <OpRows
                      ops={found[section]}
                      blocked={blocked}
                      unfolded={unfolded}
                      onFold={fold}
                      onEdit={setEdited}
                    />
                  )}
                </Part>
              ))}
              {fileRows}
            </>
          )}
          {(decides || stuck > 0) && (
            <Suspense>
              <StuckWork />
            </Suspense>
          )}
        </div>
        {!keepsNothing && (
          <aside className="grid min-w-0 gap-5" aria-label={t('device.title')}>
            <DeviceCard count={ops?.length ?? 0} />
            <SentCard />
          </aside>
        )}
      </div>
      {edited && <OpEditor {...edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

type PartProps = { section: Section | 'files'; ops: readonly unknown[]; children: ReactNode }

function Part({ section, ops, children }: PartProps) {
  const { t } = useTranslation('outbox')
  if (ops.length === 0) return null
  const isUrgent = section === 'decision' || section === 'rejected'
  return (
    <section aria-labelledby={`outbox-${section}`} className="min-w-0">
      <h2 id={`outbox-${section}`} className="mb-3 flex items-center gap-2 text-40 font-semibold">
        <span className={section === 'decision' ? 'text-danger-text' : ''}>{t(`sections.${section}`)}</span>
        <Count of={ops.length} tone={isUrgent ? 'danger' : 'neutral'} />
      </h2>
      {children}
    </section>
  )
}
