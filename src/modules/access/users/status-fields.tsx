import { useTranslation } from 'react-i18next'
import { metaOf } from '#contract/fields.ts'
import { statusFields, user } from '#contract/modules/access/user.ts'
import { maySetStatus } from '#contract/rules.ts'
import type { Form } from '#src/crud/use-form.ts'
import { idOf } from '#src/crud/use-record-form.ts'
import { useListNamed, useListOptions } from '#src/fields/list-options.ts'
import { asNumbers } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Field } from '#src/ui/field.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { RadioGroup } from '#src/ui/radio-group.tsx'

/** Every status, or for each list those that are chosen. Nobody hands out a status that they may not set themselves. */
export function StatusFields({ form }: { form: Form }) {
  const { t } = useTranslation('user')
  const words = useWords(user)
  const me = useActor()
  const { values, errors, set } = form
  const any = values.anyStatus === true
  return (
    <>
      <Field
        group
        id={idOf('anyStatus')}
        label={words.field('anyStatus')}
        error={errors.anyStatus}
        className="sm:col-span-2"
      >
        <RadioGroup
          options={[
            {
              value: 'any',
              label: words.flag('anyStatus', true),
              ...(me.statusPermission === 'all' ? {} : { disabled: !any, hint: t('screen.form.notAllMine') }),
            },
            { value: 'some', label: words.flag('anyStatus', false) },
          ]}
          value={any ? 'any' : 'some'}
          onChange={chosen => set('anyStatus', chosen === 'any')}
        />
      </Field>
      {!any && statusFields.map(name => <StatusField key={name} name={name} form={form} />)}
    </>
  )
}

function StatusField({ name, form }: { name: (typeof statusFields)[number]; form: Form }) {
  const { values, errors, set, blur } = form
  const { t } = useTranslation('user')
  const words = useWords(user)
  const me = useActor()
  const list = useListNamed(metaOf(user.fields[name]).list ?? '')
  const chosen = asNumbers(values[name])
  const { options, loading } = useListOptions(list, chosen, item => maySetStatus(me, item.id))
  return (
    <Field id={idOf(name)} label={words.field(name)} error={errors[name]}>
      <MultiSelect
        options={options}
        loading={loading}
        placeholder={chosen.length === 0 ? t('screen.form.noStatus') : undefined}
        value={chosen}
        onChange={next => set(name, next)}
        onBlur={() => blur(name)}
      />
    </Field>
  )
}
