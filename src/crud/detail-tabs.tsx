import type { ComponentType, ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { namespaceOf } from '#src/fields/words.ts'
import { piece } from '#src/lib/piece.ts'
import { Children } from '#src/record/children.tsx'
import { Related } from '#src/record/related.tsx'
import { TabPanel } from '#src/ui/tab-panel.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { DetailHistory } from './detail-history.tsx'
import { DetailNews } from './detail-news.tsx'
import { DetailPart } from './detail-part.tsx'
import { useRecordTabs } from './record-tabs.ts'
import type { PartProps, TextKey } from './screens.ts'
import { useThisRecord } from './this-record.tsx'
import { useAddressWord } from './use-address-word.ts'

const RecordNotes = piece(() => import('#src/attached/record-notes.tsx').then(({ RecordNotes }) => RecordNotes))
const RecordFiles = piece(() => import('#src/attached/record-files.tsx').then(({ RecordFiles }) => RecordFiles))

/** The first tab has no word in the address. */
const OVERVIEW = 'overview'

/** `value`: its word in the address. */
type TabProps = { value: string; titleKey: TextKey; of: ComponentType<PartProps> }

/** A tab of the module's own. */
export function Tab({ of: Of }: TabProps) {
  const { screens, seen } = useThisRecord()
  return <Of record={seen} screens={screens} />
}

type Props = {
  /** What the first tab says of the record itself, beside its history and what refers to it. */
  overview: ReactNode
  children?: ReactElement<TabProps> | readonly ReactElement<TabProps>[]
}

/** All that is known of a record: itself, what its module tells besides, what belongs to it, notes, files and what was done. */
export function DetailTabs({ overview, children = [] }: Props) {
  const { module, row, seen } = useThisRecord()
  const attached = useRecordTabs(module, row.id)
  const { t } = useTranslation(['crud', namespaceOf(module), ...attached.map(({ value }) => value)])
  const [asked, ask] = useAddressWord('tab')
  const own = [children].flat()
  const tabs = [
    { value: OVERVIEW, label: t('crud:detail.overview') },
    ...own.map(({ props: { value, titleKey } }) => ({ value, label: t(titleKey) })),
    ...attached.map(({ value, title, count }) => ({ value, label: t(title), count })),
    { value: 'notes', label: t('crud:attached.notes') },
    { value: 'files', label: t('crud:attached.files') },
    { value: 'history', label: t('crud:history.title') },
  ]
  const tab = tabs.find(({ value }) => value === asked)?.value ?? OVERVIEW
  const choose = (value: string) => ask(value === OVERVIEW ? null : value)
  const child = attached.find(({ value }) => value === tab)
  return (
    <>
      {row.version !== seen.version && <DetailNews />}
      <Tabs id="detail" label={t('crud:detail.tabs')} tabs={tabs} value={tab} onChange={choose} className="mb-5" />
      <TabPanel id="detail" value={tab}>
        {tab === OVERVIEW && (
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_336px]">
            <div className="grid min-w-0 gap-5">{overview}</div>
            <div className="grid min-w-0 gap-5">
              <DetailPart>
                <DetailHistory most={6} onAll={() => choose('history')} />
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
              {own.find(({ props }) => props.value === tab)}
              {child &&
                (child.Tab ? (
                  <child.Tab module={module} record={row} field={child.field} />
                ) : (
                  <Children module={module} record={row} of={child.of} />
                ))}
              {tab === 'notes' && <RecordNotes module={module} record={row} />}
              {tab === 'files' && <RecordFiles module={module} record={row} />}
              {tab === 'history' && <DetailHistory />}
            </DetailPart>
          </div>
        )}
      </TabPanel>
    </>
  )
}
