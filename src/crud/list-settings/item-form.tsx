import { clsx } from 'clsx'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { List } from '#contract/list.ts'
import { control } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { ColourInput } from '#src/ui/colour-input.tsx'
import { Field } from '#src/ui/field.tsx'
import { submitting } from '#src/ui/submitting.ts'
import { TextInput } from '#src/ui/text-input.tsx'
import { FormField } from '../form-field.tsx'
import type { Form } from '../use-form.ts'

type Props = {
  list: List
  form: Form
  /** The fields besides label and colour. */
  names: readonly string[]
  /** The ids of the controls, for links from a summary of errors. */
  idOf?: (name: string) => string
  name: string
  saveLabel: string
  saving: boolean
  onSave: () => void
  onCancel?: (() => void) | undefined
  /** In the columns of the table, whose heads name the fields; otherwise each has its label. */
  inColumns: boolean
  first?: boolean
  labelRef?: Ref<HTMLInputElement>
  placeholder?: string
  /** What is said about all of it. */
  notice?: ReactNode
}

/** The fields of one item in a line: at the foot of the table to add, in the place of a row to edit. */
export function ItemForm(props: Props) {
  const { values, errors, set, blur } = props.form
  const { list, form, names, idOf, saving, onSave, onCancel, inColumns, first, labelRef, placeholder, notice } = props
  const { t } = useTranslation('crud')
  const words = useWords(list)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape gives up all of the form
    <form
      noValidate
      aria-label={props.name}
      onSubmit={submitting(onSave)}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented && onCancel) {
          event.preventDefault()
          onCancel()
        }
        // The grid around has keys of its own.
        event.stopPropagation()
      }}
      // What helps stands below here, so that the controls stay in one line.
      className="grid gap-2 px-3 py-2 [&_p[id$=-hint]]:order-last"
    >
      <div
        className={clsx('gap-3', inColumns ? 'grid grid-cols-(--tracks) items-start' : 'flex flex-wrap items-start')}
      >
        <Field id={idOf?.('colour')} label={words.field('colour')} hideLabel={inColumns} error={errors.colour}>
          <ColourInput
            compact
            size="sm"
            aria-label={words.field('colour')}
            value={values.colour as string | null}
            onChange={colour => set('colour', colour)}
          />
        </Field>
        <Field
          id={idOf?.('label')}
          label={words.field('label')}
          hideLabel={inColumns}
          required={!inColumns}
          error={errors.label}
          className="min-w-40 flex-[2_1_0]"
        >
          <TextInput
            {...control({ first, size: 'sm', onBlur: () => blur('label') })}
            ref={labelRef}
            placeholder={placeholder}
            enterKeyHint="done"
            value={(values.label as string | null) ?? ''}
            onChange={label => set('label', label === '' ? null : label)}
          />
        </Field>
        {names.map(name => (
          <FormField
            key={name}
            id={idOf?.(name)}
            form={form}
            module={list}
            name={name}
            hideLabel={inColumns}
            size="sm"
            className={inColumns ? undefined : 'min-w-36 flex-[1_1_0]'}
          />
        ))}
        <div className={clsx('flex justify-end gap-2', inColumns ? 'col-end-[-1] -col-start-4' : 'ms-auto self-end')}>
          {onCancel && (
            <Button variant="ghost" size="sm" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          <Button variant="primary" size="sm" type="submit" loading={saving}>
            {props.saveLabel}
          </Button>
        </div>
      </div>
      {notice}
    </form>
  )
}
