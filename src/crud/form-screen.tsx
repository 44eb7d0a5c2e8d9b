import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { isEditable, reveals } from '#contract/rules.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { kinds } from '#src/fields/kinds.ts'
import { fieldView } from '#src/fields/view.ts'
import { namespaceOf, useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { toast } from '#src/ui/toast.ts'
import { EditForm } from './edit-form.tsx'
import { FormField } from './form-field.tsx'
import { FormFrame } from './form-frame.tsx'
import { pathTo, type ScreenProps } from './screens.ts'
import { idOf, useRecordForm } from './use-record-form.ts'

/** Makes a record or changes one: the same layout for both. */
export function FormScreen(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  if (id <= 0) return <RecordForm {...props} />
  return (
    <EditForm key={id} screens={props.screens} id={id}>
      {open => <RecordForm key={open.seen.version} {...props} {...open} />}
    </EditForm>
  )
}

type FormProps = ScreenProps & {
  seen?: Row
  changed?: boolean
  onDirty?: (dirty: boolean) => void
}

function RecordForm({ screens, title, seen, changed, onDirty }: FormProps) {
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module)])
  const words = useWords(module)
  const actor = useActor()
  const navigate = useNavigate()
  const layout = screens.form.map(names => names.filter(name => reveals(module, name, actor)))
  const names = layout.flat()
  const record = useRecordForm({
    module,
    names,
    seen,
    onSaved: outcome => {
      const id = outcome.state === 'saved' ? outcome.row.id : seen?.id
      const said = outcome.state === 'saved' ? t('form.saved') : t('form.waiting')
      toast(said, { waiting: outcome.state === 'waiting' })
      const to = (id === undefined ? undefined : pathTo(screens, 'details', id)) ?? pathTo(screens, 'list') ?? '/'
      void navigate(to, { replace: seen === undefined })
    },
  })
  const { dirty } = record.form
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  const locked = seen !== undefined && !isEditable(module, seen)
  return (
    <FormFrame
      module={module}
      record={record}
      title={t(title)}
      aside={seen && <span className="text-muted">{titleOf(module, seen)}</span>}
      notices={locked && <Banner tone="warning">{t('form.locked', { noun: words.noun })}</Banner>}
      changed={changed}
      locked={locked}
      cancel={
        <ButtonLink to={(seen && pathTo(screens, 'details', seen.id)) ?? pathTo(screens, 'list') ?? '/'}>
          {t('cancel')}
        </ButtonLink>
      }
    >
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          {layout.map(row =>
            row.map((name, column) => (
              <FormField
                key={name}
                id={idOf(name)}
                form={record.form}
                field={fieldView(module, name, words)}
                first={name === names[0] && !seen && !window.matchMedia?.('(pointer: coarse)').matches}
                className={spanOf(module, row, name, column)}
              />
            )),
          )}
        </div>
      </Card>
    </FormFrame>
  )
}

/** Two fields share a row; one alone, or one that needs the room, has it for itself. */
function spanOf(
  module: ScreenProps['screens']['module'],
  row: readonly string[],
  name: string,
  column: number,
): string {
  const field = module.fields[name]
  const alone = row.length === 1 || (row.length % 2 === 1 && column === row.length - 1)
  return alone || (field && kinds[fieldView(module, name, noWords).meta.kind].wide) ? 'sm:col-span-2' : ''
}
const noWords = {} as Parameters<typeof fieldView>[2]
