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
  /** Takes what the record has by now. */
  onBack: () => void
}

/** Why a value was not saved, right below it: a reason to correct it by, or what somebody else wrote meanwhile. */
export function CellTrouble({ field, edit, last, onMine, onBack }: Props) {
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
          {(['theirs', 'mine'] as const).map(whose => (
            <span key={whose} className="flex min-w-0 flex-wrap gap-x-2">
              <span className="text-muted">{t(`conflict.${whose}`)}</span>
              <FieldCell field={field} value={whose === 'theirs' ? theirs[field.name] : edit.value} />
            </span>
          ))}
          <span className="flex flex-wrap gap-2">
            <Button size="xs" onClick={onBack}>
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
          <Button size="xs" className="justify-self-start" onClick={onBack}>
            {t('listWork.putBack')}
          </Button>
        </>
      )}
    </div>
  )
}
