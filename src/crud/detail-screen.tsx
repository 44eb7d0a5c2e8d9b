import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { same } from '#contract/merge.ts'
import type { Row } from '#contract/module.ts'
import { useRecord } from '#src/data/use-records.ts'
import { namespaceOf } from '#src/fields/words.ts'
import { piece } from '#src/lib/piece.ts'
import { Children } from '#src/record/children.tsx'
import { Related } from '#src/record/related.tsx'
import { useActor } from '#src/session/actor.ts'
import { TabPanel } from '#src/ui/tab-panel.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { DetailFacts } from './detail-facts.tsx'
import { DetailHead } from './detail-head.tsx'
import { DetailHistory } from './detail-history.tsx'
import { DetailNews } from './detail-news.tsx'
import { DetailPart } from './detail-part.tsx'
import { FormDrawerHost } from './form-drawer-host.tsx'
import { isOwn } from './is-own.ts'
import { NoRecord } from './no-record.tsx'
import { useRecordTabs } from './record-tabs.ts'
import type { ScreenProps } from './screens.ts'

const RecordNotes = piece(() => import('#src/attached/record-notes.tsx').then(({ RecordNotes }) => RecordNotes))
const RecordFiles = piece(() => import('#src/attached/record-files.tsx').then(({ RecordFiles }) => RecordFiles))

/** One record: what it is, what can be done with it now, and what was done. */
export function DetailScreen({ screens }: ScreenProps) {
  return <RecordDetails screens={screens} id={Number(useParams().id ?? 0)} />
}

export function RecordDetails({ screens, id }: Pick<ScreenProps, 'screens'> & { id: number }) {
  const { module } = screens
  const { row, loading, error } = useRecord(module, id)
  if (row) return <Details key={id} screens={screens} row={row} />
  return <NoRecord screens={screens} loading={loading} error={error} />
}

/** The first tab has no word in the address. */
const OVERVIEW = 'overview'

function Details({ screens, row }: { screens: ScreenProps['screens']; row: Row }) {
  const { module } = screens
  const attached = useRecordTabs(module, row.id)
  const { t } = useTranslation(['crud', namespaceOf(module), ...attached.map(({ value }) => value)])
  const [search, setSearch] = useSearchParams()
  const { seen, before, show } = useSteadyRow(row)
  const own = Object.entries(screens.tabs ?? {})
  const tabs = [
    { value: OVERVIEW, label: t('crud:detail.overview') },
    ...own.map(([value, { title }]) => ({ value, label: t(title) })),
    ...attached.map(({ value, title, count }) => ({ value, label: t(title), count })),
    { value: 'notes', label: t('crud:attached.notes') },
    { value: 'files', label: t('crud:attached.files') },
    { value: 'history', label: t('crud:history.title') },
  ]
  const asked = search.get('tab') ?? OVERVIEW
  const tab = tabs.some(({ value }) => value === asked) ? asked : OVERVIEW
  const choose = (value: string) =>
    setSearch(
      now => {
        if (value === OVERVIEW) now.delete('tab')
        else now.set('tab', value)
        return now
      },
      // The list that one came from is in the state of this entry.
      { replace: true, state: history.state?.usr as unknown },
    )
  const Own = screens.tabs?.[tab]?.tab
  const child = attached.find(({ value }) => value === tab)
  const { across: Across, panel: Panel } = screens
  return (
    <>
      <DetailHead screens={screens} row={row} />
      {Across && (
        <DetailPart rows={1}>
          <Across record={row} screens={screens} />
        </DetailPart>
      )}
      {row.version !== seen.version && <DetailNews module={module} seen={seen} row={row} onShow={show} />}
      <Tabs id="detail" label={t('crud:detail.tabs')} tabs={tabs} value={tab} onChange={choose} className="mb-5" />
      <TabPanel id="detail" value={tab}>
        {tab === OVERVIEW && (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
            <div className="grid min-w-0 gap-5">
              {Panel && (
                <DetailPart>
                  <Panel record={seen} screens={screens} />
                </DetailPart>
              )}
              <DetailFacts screens={screens} row={seen} before={before} />
            </div>
            <div className="grid min-w-0 gap-5">
              <DetailPart>
                <DetailHistory
                  module={module}
                  id={row.id}
                  updatedAt={row.updatedAt}
                  most={6}
                  onAll={() => choose('history')}
                />
              </DetailPart>
              <DetailPart>
                <Related module={module} record={row} tabs={attached.map(({ value }) => value)} />
              </DetailPart>
            </div>
          </div>
        )}
        {tab !== OVERVIEW && (
          <div className={tab === 'history' ? 'max-w-form' : undefined}>
            <DetailPart key={tab}>
              {Own && <Own record={seen} screens={screens} />}
              {child &&
                (child.Tab ? (
                  <child.Tab module={module} record={row} field={child.field} />
                ) : (
                  <Children module={module} record={row} of={child.of} />
                ))}
              {tab === 'notes' && <RecordNotes module={module} record={row} />}
              {tab === 'files' && <RecordFiles module={module} record={row} />}
              {tab === 'history' && <DetailHistory module={module} id={row.id} updatedAt={row.updatedAt} />}
            </DetailPart>
          </div>
        )}
      </TabPanel>
      <FormDrawerHost screens={screens} />
    </>
  )
}

/** The record as it is being read: own changes show at once, those of others when they are asked for. */
function useSteadyRow(row: Row) {
  const me = useActor().id
  const [seen, setSeen] = useState(row)
  const [before, setBefore] = useState<Row | null>(null)
  if (row !== seen && isOwn(row, seen, me) && !same(row, seen)) {
    setSeen(row)
    setBefore(null)
  }
  return {
    seen,
    /** As it was before others' changes were shown: they are marked. */
    before,
    show: () => {
      setBefore(seen)
      setSeen(row)
    },
  }
}
