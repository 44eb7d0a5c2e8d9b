import { clsx } from 'clsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDate } from '#src/lib/format.ts'

const facts = ['phones', 'emails', 'addresses', 'type', 'owner', 'unitCount', 'tags'] as const

type Props = { mine: Customer; theirs: Customer; keepsOther: boolean; onKeep: (id: number) => void }

/** Both side by side, with the choice of who stays. */
export function MergeSides({ mine, theirs, keepsOther, onKeep }: Props) {
  const { t } = useTranslation('customer')
  const name = useId()
  return (
    <div role="radiogroup" aria-label={t('screen.merge.keep')} className="grid gap-3 sm:grid-cols-2">
      {[mine, theirs].map(one => (
        <Side
          key={one.id}
          name={name}
          one={one}
          other={one === mine ? theirs : mine}
          kept={(one === theirs) === keepsOther}
          onKeep={() => onKeep(one.id)}
        />
      ))}
    </div>
  )
}

type SideProps = { name: string; one: Customer; other: Customer; kept: boolean; onKeep: () => void }

function Side({ name, one, other, kept, onKeep }: SideProps) {
  const { t } = useTranslation('customer')
  const words = useWords(customer)
  return (
    <label
      className={clsx(
        'grid cursor-pointer content-start gap-3 rounded-3 border p-4 has-focus-visible:outline-2 has-focus-visible:outline-focus',
        kept ? 'border-primary bg-selected' : 'bg-surface hover:bg-surface-hover',
      )}
    >
      <span className="flex items-center gap-2">
        <input type="radio" name={name} checked={kept} onChange={onKeep} className="size-4 accent-primary" />
        <b className="min-w-0 flex-1 text-40 wrap-anywhere">{one.name}</b>
        <span className={clsx('text-20 font-medium', kept ? 'text-accent-text' : 'text-subtle')}>
          {kept ? t('screen.merge.stays') : t('screen.merge.goes')}
        </span>
      </span>
      <dl className="grid gap-2 text-30">
        {facts.map(fact => (
          <div key={fact} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
            <dt className="text-muted">{words.field(fact)}</dt>
            <dd
              className={clsx(
                'wrap-anywhere',
                JSON.stringify(one[fact]) !== JSON.stringify(other[fact]) && 'font-medium',
              )}
            >
              <FieldCell field={fieldView(customer, fact, words)} value={one[fact]} />
            </dd>
          </div>
        ))}
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
          <dt className="text-muted">{words.field('createdAt')}</dt>
          <dd>{formatDate(one.createdAt)}</dd>
        </div>
      </dl>
    </label>
  )
}
