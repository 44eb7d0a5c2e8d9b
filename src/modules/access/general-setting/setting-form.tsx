import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { generalSetting, type GeneralSetting } from '#contract/modules/access/general-setting.ts'
import type { Row } from '#contract/module.ts'
import { FormField } from '#src/crud/form-field.tsx'
import { FormFrame } from '#src/crud/form-frame.tsx'
import { FormSection } from '#src/crud/form-section.tsx'
import { useOutOfReach } from '#src/crud/needs-server.tsx'
import { idOf, useRecordForm } from '#src/crud/use-record-form.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { asText } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { Field } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { CourierKeys } from './courier-keys.tsx'
import { MailSetup } from './mail-setup.tsx'
import { countries, currencies, timeZones } from './regions.ts'
import { sections, wide } from './sections.ts'

const names = Object.values(sections).flat()
type Props = { title: string; seen: Row; current: Row; gone: boolean; onDirty: (dirty: boolean) => void }

export function SettingForm({ title, seen, current, gone, onDirty }: Props) {
  const { t, i18n } = useTranslation(['generalSetting', 'crud'])
  const words = useWords(generalSetting)
  const { online } = useConnection()
  const record = useRecordForm({
    module: generalSetting,
    names,
    seen,
    current,
    onSaved: () => toast(t('crud:form.saved')),
  })
  const { form, open } = record
  const away = useOutOfReach(!generalSetting.offline.write)
  useEffect(() => onDirty(open), [open, onDirty])

  const field = (name: keyof GeneralSetting) => (
    <FormField
      key={name}
      id={idOf(name)}
      form={form}
      module={generalSetting}
      name={name}
      className={wide.includes(name) ? 'sm:col-span-2' : ''}
    />
  )
  const region = (name: 'currency' | 'timeZone' | 'country', options: ReturnType<typeof currencies>) => (
    <Field
      id={idOf(name)}
      label={words.field(name)}
      hint={words.hint(name)}
      required
      error={form.errors[name]}
      className="min-w-0"
    >
      <Combobox
        options={options}
        clearable={false}
        value={asText(form.values[name])}
        valueLabel={options.find(({ value }) => value === form.values[name])?.label ?? asText(form.values[name])}
        onChange={next => form.set(name, next)}
        onBlur={() => form.blur(name)}
      />
    </Field>
  )
  return (
    <FormFrame
      module={generalSetting}
      record={record}
      title={title}
      quiet
      locked={away}
      gone={gone}
      notices={!online && <Banner tone="warning">{t('generalSetting:screen.offline')}</Banner>}
    >
      <Card flush>
        <FormSection title={t('generalSetting:screen.company')} text={t('generalSetting:screen.companyText')}>
          {sections.company.map(field)}
        </FormSection>
        <FormSection title={t('generalSetting:screen.region')} text={t('generalSetting:screen.regionText')}>
          {region('currency', currencies(i18n.language))}
          {region('timeZone', timeZones())}
          {region('country', countries(i18n.language))}
        </FormSection>
        <FormSection title={t('generalSetting:screen.sales')} text={t('generalSetting:screen.salesText')}>
          {sections.sales.map(field)}
        </FormSection>
        <FormSection title={t('generalSetting:screen.service')} text={t('generalSetting:screen.serviceText')}>
          {sections.service.map(field)}
        </FormSection>
        <FormSection title={t('generalSetting:screen.people')} text={t('generalSetting:screen.peopleText')}>
          {sections.people.map(field)}
        </FormSection>
        <FormSection title={t('generalSetting:screen.mail')} text={t('generalSetting:screen.mailText')}>
          {sections.mail.map(field)}
          <MailSetup unsaved={sections.mail.some(name => name in form.changes)} />
        </FormSection>
        <FormSection title={t('generalSetting:screen.couriers')} text={t('generalSetting:screen.couriersText')}>
          {sections.couriers.map(field)}
          <CourierKeys
            couriers={(current as unknown as GeneralSetting).couriers}
            unsaved={'couriers' in form.changes}
          />
        </FormSection>
      </Card>
    </FormFrame>
  )
}
