import { useParams } from 'react-router-dom'
import type { Invoice } from '#contract/modules/money/billed.ts'
import { EditForm } from '#src/crud/edit-form.tsx'
import { RecordForm } from '#src/crud/form-screen.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { TheSubject } from './the-subject.tsx'

/** What may still be said of an invoice, and beside it the order or the job that it is of; on narrow screens that is below. */
export function InvoiceEdit(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  return (
    <EditForm key={id} screens={props.screens} id={id}>
      {open => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <RecordForm {...props} {...open} />
          <div className="min-w-0 xl:*:mt-0 xl:*:border-t-0 xl:*:pt-0">
            <TheSubject one={open.current as unknown as Invoice} />
          </div>
        </div>
      )}
    </EditForm>
  )
}
