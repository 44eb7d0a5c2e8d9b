import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#contract/format-phone.ts'
import { houseNow } from '#src/lib/format.ts'
import { untilOver } from '#src/lib/until-over.ts'
import { TextInput } from '#src/ui/text-input.tsx'
import { Understood } from '#src/ui/understood.tsx'
import { useTyping } from '#src/ui/use-typing.ts'
import { asText, orNull, typed, type InputProps } from '../view.ts'

type Understand = typeof import('../phone-numbers.ts').understandPhone

/** The numbering plans of the world are fetched with the first field that needs them. */
function useUnderstanding(): Understand | null {
  const [understand, setUnderstand] = useState<{ it: Understand } | null>(null)
  useEffect(
    () =>
      untilOver(
        import('../phone-numbers.ts'),
        ({ understandPhone }) => setUnderstand({ it: understandPhone }),
        () => undefined, // without a connection a number is taken as it is
      ),
    [],
  )
  return understand?.it ?? null
}

/** Takes a number as people write it, says how it is understood, and asks about one that the country does not have. */
export function Input({ value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation('crud')
  const text = asText(value)
  const [typing, type] = useTyping(text)
  const understand = useUnderstanding()
  const { country } = houseNow()
  const number = understand && text ? understand(text, country) : null
  const isOther = number?.valid && typing !== null && number.international !== typing.trim()
  const isOdd = understand && typing === null && text.length >= 5 && !number?.valid
  return (
    <span className="grid min-w-0 gap-1">
      <TextInput
        {...typed(rest)}
        type="tel"
        inputMode="tel"
        inputClassName="ltr"
        // One that is kept in full is shown as people read it.
        value={typing ?? (text.startsWith('+') ? formatPhone(text) : text)}
        onChange={next => onChange(orNull(type(next, next)))}
        onBlur={() => {
          type(null, text)
          rest.onBlur?.()
        }}
        suffix={isOther ? <Understood>{number.international}</Understood> : undefined}
      />
      {isOdd && (
        <span role="status" className="text-20 text-warning-text">
          {t('form.oddPhone')}
        </span>
      )}
    </span>
  )
}
