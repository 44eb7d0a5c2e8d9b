import { useTranslation } from 'react-i18next'
import { isRequired, metaOf, type Fields } from '#contract/fields.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import type { ArgsProps } from '#src/crud/arg-fields.tsx'
import { inputs } from '#src/fields/inputs.ts'
import { useWords } from '#src/fields/words.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { contactLine, inDays, SAID, type ContactMove } from './contacts.ts'

const line = metaOf(inquiry.fields.contactLog).line!

/** What came of a contact: how it was, what was said, when the next one is, or why there is none. */
export function ContactArgs({ move, args, values, errors, onChange }: ArgsProps) {
  const { t } = useTranslation('inquiry')
  const words = useWords(inquiry)
  const said = contactLine(move as ContactMove, values)
  const put = (name: string, value: unknown) => onChange({ ...values, [name]: value })
  const say = (column: string, value: unknown) =>
    put('contactLog', [{ ...said, [column]: value === '' ? null : value }])

  const field = (fields: Fields, key: string, name: string, value: unknown, set: (value: unknown) => void) => {
    const schema = fields[key]!
    const meta = metaOf(schema)
    const Input = inputs[meta.kind]
    const error = errors[name] ?? errors[`contactLog.${SAID}.${key}`]
    return (
      <Field label={words.field(name)} required={isRequired(schema)} error={error}>
        <Input
          field={{ name, module: inquiry.name, meta, required: isRequired(schema), words }}
          value={value}
          onChange={set}
        />
      </Field>
    )
  }
  const arg = (name: string) => field(args, name, name, values[name], value => put(name, value))
  const column = (name: 'note' | 'mode') =>
    field(line, name, `contactLog.${name}`, said[name], value => say(name, value))
  return (
    <>
      {'deadReason' in args && arg('deadReason')}
      {column('note')}
      {'nextContactAt' in args && (
        <div className="grid gap-2">
          {arg('nextContactAt')}
          <div className="flex flex-wrap gap-2" role="group" aria-label={t('screen.contact.quick')}>
            {([1, 3, 7] as const).map(days => (
              <Button key={days} size="xs" onClick={() => put('nextContactAt', inDays(days))}>
                {t(`screen.contact.in.${days}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
      {column('mode')}
    </>
  )
}
