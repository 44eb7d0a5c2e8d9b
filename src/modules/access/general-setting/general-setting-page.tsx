import ServerCrash from 'lucide-react/icons/server-crash'
import { useTranslation } from 'react-i18next'
import { generalSetting, type GeneralSetting } from '#contract/modules/access/general-setting.ts'
import { EditForm } from '#src/crud/edit-form.tsx'
import { FormSection } from '#src/crud/form-section.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRecords } from '#src/data/use-records.ts'
import { reveals } from '#contract/rules.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { SettingForm } from './setting-form.tsx'
import { sections, wide, type Section } from './sections.ts'

/** How the business wants the app to be: one form for those who may change it, the same to read for the others. */
export function GeneralSettingPage({ screens, title }: ScreenProps) {
  const { t } = useTranslation(['generalSetting', 'crud', 'lists'])
  const mayEdit = useCan(generalSetting, 'edit')
  const { rows, loading, error } = useRecords(generalSetting)
  const setting = rows[0]
  const none = (looked: { loading: boolean; error: { message: string } | null }) => (
    <>
      <PageHead title={t(title)} />
      <Card flush>
        {looked.loading ? (
          <SkeletonRows />
        ) : (
          <EmptyState
            icon={ServerCrash}
            tone="danger"
            title={t('crud:records.failed', { title: t(title) })}
            text={looked.error?.message}
          />
        )}
      </Card>
    </>
  )
  if (!setting) return none({ loading, error })
  if (!mayEdit) return <ReadOnly title={t(title)} setting={setting} />
  return (
    <EditForm screens={screens} id={setting.id} none={none}>
      {open => <SettingForm title={t(title)} {...open} />}
    </EditForm>
  )
}

function ReadOnly({ title, setting }: { title: string; setting: GeneralSetting }) {
  const { t } = useTranslation('generalSetting')
  const words = useWords(generalSetting)
  const actor = useActor()
  return (
    <>
      <PageHead title={title} />
      <div className="grid max-w-form gap-4">
        <Banner tone="neutral">{t('screen.readOnly')}</Banner>
        <Card flush>
          {(Object.keys(sections) as Section[]).map(section => {
            const names = sections[section].filter(name => reveals(generalSetting, name, actor))
            if (names.length === 0) return null
            return (
              <FormSection key={section} title={t(heads[section])}>
                <dl className="contents">
                  {names.map(name => (
                    <div key={name} className={wide.includes(name) ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
                      <dt className="text-30 text-muted">{words.field(name)}</dt>
                      <dd className="wrap-anywhere">
                        <FieldCell field={fieldView(generalSetting, name, words)} value={setting[name]} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </FormSection>
            )
          })}
        </Card>
      </div>
    </>
  )
}

const heads = {
  company: 'screen.company',
  region: 'screen.region',
  sales: 'screen.sales',
  service: 'screen.service',
  people: 'screen.people',
  mail: 'screen.mail',
  couriers: 'screen.couriers',
} as const satisfies Record<Section, string>
