import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import type { FieldView } from '#src/fields/view.ts'
import { Button } from '#src/ui/button.tsx'
import type { CellEdit } from './cell-edits.ts'

type Props = {
  field: FieldView
  edit: CellEdit
  last: boolean
  onMine: (theirs: Row) => void
  /** What was typed is given up: the record has what it has by now. */
  onGiveUp: () => void
}

/** Why a value was not saved, right below it: a reason to correct it by, or what somebody else wrote meanwhile. */
export function CellTrouble({ field, edit, last, onMine, onGiveUp }: Props) {
  const { t } = useTranslation('crud')
  const { theirs, trouble } = edit
  return (
    <div
      role="alert"
      className={clsx(
        'absolute top-full z-(--z-sticky) mt-1 grid w-max max-w-80 min-w-full gap-2 rounded-2 border border-line-strong bg-surface-raised p-2 text-start text-30 whitespace-normal shadow-3',
        last ? 'end-0' : 'start-0',
      )}
    >
      {theirs ? (
        <>
          <b className="font-medium">{t('conflict.title')}</b>
          <span className="flex min-w-0 flex-wrap gap-x-2">
            <span className="text-muted">{t('conflict.theirs')}</span>
            <FieldCell field={field} value={theirs[field.name]} />
          </span>
          <span className="flex min-w-0 flex-wrap gap-x-2">
            <span className="text-muted">{t('conflict.mine')}</span>
            <FieldCell field={field} value={edit.value} />
          </span>
          <span className="flex flex-wrap gap-2">
            <Button size="xs" onClick={onGiveUp}>
              {t('listWork.takeTheirs')}
            </Button>
            <Button size="xs" variant="primary" onClick={() => onMine(theirs)}>
              {t('listWork.takeMine')}
            </Button>
          </span>
        </>
      ) : (
        <>
          <span className="text-danger-text">{trouble}</span>
          <Button size="xs" className="justify-self-start" onClick={onGiveUp}>
            {t('listWork.putBack')}
          </Button>
        </>
      )}
    </div>
  )
}
