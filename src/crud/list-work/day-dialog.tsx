import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { useMarks } from '#src/data/use-marks.ts'
import { formatLongDay } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { DateInput } from '#src/ui/date-input.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { MaybeLink } from '#src/ui/maybe-link.tsx'
import type { ListModel } from '../list/model.ts'
import { WaitingBadge } from '../waiting-badge.tsx'
import { nameOf } from '../acts/name-of.ts'

type Props = {
  list: ListModel
  day: string
  rows: readonly Row[]
  isMovable: (row: Row) => boolean
  onMove: (row: Row, day: string) => void
  onClose: () => void
}

/** Everything at one day, and how each of it comes to another day without being dragged. */
export function DayDialog({ list, day, rows, isMovable, onMove, onClose }: Props) {
  const { t } = useTranslation('crud')
  const marks = useMarks()
  const [moving, setMoving] = useState<Row | null>(null)
  const [to, setTo] = useState<string | null>(day)
  const isDay = to !== null && /^\d{4}-\d\d-\d\d$/.test(to)
  if (moving)
    return (
      <FormDialog
        key="move"
        onClose={() => setMoving(null)}
        title={t('listWork.calendar.moveTitle', { title: nameOf(list.module, moving) })}
        onSubmit={() => {
          if (!isDay) return
          onMove(moving, to)
          onClose()
        }}
        submitLabel={t('listWork.calendar.move')}
      >
        <Field label={t('listWork.calendar.newDay')} error={isDay ? undefined : t('errors.date')}>
          <DateInput value={to} onChange={setTo} />
        </Field>
      </FormDialog>
    )
  return (
    <Dialog key="day" open onClose={onClose} title={formatLongDay(day)}>
      {rows.length === 0 && <p className="text-muted">{t('listWork.calendar.nothing')}</p>}
      {rows.length > 0 && (
        <ul className="divide-y rounded-3 border bg-surface">
          {rows.map(row => {
            const name = nameOf(list.module, row)
            return (
              <li key={row.id} className="flex min-h-hit items-center gap-3 px-3 py-1.5">
                <span className="min-w-0 flex-1 truncate">
                  <MaybeLink to={list.linkTo(row)} state={list.trail} className="font-medium">
                    {name}
                  </MaybeLink>
                </span>
                <WaitingBadge mark={marks.get(`${list.module.name}:${row.id}`)} className="shrink-0" />
                {isMovable(row) && (
                  <Button
                    size="xs"
                    aria-label={t('listWork.calendar.moveOf', { title: name })}
                    onClick={() => {
                      setTo(day)
                      setMoving(row)
                    }}
                  >
                    {t('listWork.calendar.move')}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Dialog>
  )
}
