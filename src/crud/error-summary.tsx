import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { focusField } from './focus-field.ts'
import { fieldOf } from '#src/form/check.ts'
import { idsOf, lineAt, type RecordForm } from './use-record-form.ts'

type Props = { module: Module; record: Pick<RecordForm, 'errors' | 'form' | 'idOf' | 'refusals'> }

/** Everything that a save found wrong, each a way to its field. */
export function ErrorSummary({ module, record }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const { errors, form, idOf, refusals } = record
  // The first field has the focus; what else is wrong must be seen as well, however far up it is said.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [refusals])
  if (errors.length < 2) return null
  const inPlace = (path: string, message: string) => {
    const at = lineAt(form.values, path)
    return at < 0 ? message : t('form.inLine', { field: words.field(fieldOf(path)), number: at + 1, message })
  }
  return (
    <div ref={box}>
      <Banner tone="danger" title={t('form.toFix', { count: errors.length })} announce>
        <ul>
          {errors.map(([path, message]) => (
            <li key={path}>
              <a
                href={`#${idOf(path)}`}
                onClick={event => {
                  event.preventDefault()
                  focusField(...idsOf(path, idOf))
                }}
              >
                {inPlace(path, message)}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
