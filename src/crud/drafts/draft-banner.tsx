import History from 'lucide-react/icons/history'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNear, formatTime, today } from '#src/lib/format.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { Values } from '#src/form/check.ts'
import type { Draft } from '#src/data/drafts/store.ts'
import type { DraftState } from './use-draft.ts'

type Props = {
  draft: DraftState
  /** Does it make a new record? */
  isNew: boolean
  /** What tells one draft from another. */
  nameOf: (values: Values) => string
  onDiscard: () => void
  /** What follows from taking one that was typed over an older record. */
  onTaken?: (draft: Draft) => void
}

const timeOf = ({ at }: Draft) => {
  const when = new Date(at)
  return today(when) === today() ? formatTime(when) : formatNear(when)
}

/** Says that an earlier draft stands in the form, and asks which one to go on with where that is not clear. */
export function DraftBanner({ draft, isNew, nameOf, onDiscard, onTaken }: Props) {
  const { t } = useTranslation('crud')
  const { restored, offered, take, refuse, dismiss, later } = draft
  const [isElsewhere, setElsewhere] = useState(false)
  const use = async (one: Draft) => {
    const taken = await take(one)
    setElsewhere(!taken)
    if (taken) onTaken?.(taken)
  }
  const buttons = (one: Draft) => (
    <>
      <Button size="xs" onClick={() => void use(one)}>
        {t('form.draft.take')}
      </Button>
      <Button size="xs" variant="ghost" onClick={() => refuse(one.key)}>
        {t('form.draft.discard')}
      </Button>
    </>
  )
  const [first, second] = offered
  return (
    <>
      {isElsewhere && (
        <Banner tone="warning" announce onDismiss={() => setElsewhere(false)}>
          {t('form.draft.elsewhere')}
        </Banner>
      )}
      {restored && (
        <Banner
          tone="info"
          icon={History}
          title={t('form.draft.restored', { at: timeOf(restored) })}
          onDismiss={dismiss}
          actions={
            <Button size="xs" variant="ghost" onClick={onDiscard}>
              {isNew ? t('form.draft.startEmpty') : t('form.draft.discard')}
            </Button>
          }
        >
          {t(restored.sent ? 'form.draft.restoredSent' : 'form.draft.restoredText')}
        </Banner>
      )}
      {first && !second && (
        <Banner
          tone="info"
          icon={History}
          title={t('form.draft.offered', { at: timeOf(first) })}
          actions={buttons(first)}
          onDismiss={later}
        >
          {onTaken && draft.isOlder(first) ? t('form.draft.offeredText') : nameOf(first.values)}
        </Banner>
      )}
      {second && (
        <Banner
          tone="info"
          icon={History}
          title={t('form.draft.several', { count: offered.length })}
          onDismiss={later}
          className="[&>:last-child]:self-start"
        >
          {t('form.draft.severalText')}
          <DraftList offered={offered} nameOf={nameOf} buttons={buttons} />
        </Banner>
      )}
    </>
  )
}

type ListProps = { offered: readonly Draft[]; nameOf: Props['nameOf']; buttons: (draft: Draft) => ReactNode }

function DraftList({ offered, nameOf, buttons }: ListProps) {
  const { t } = useTranslation('crud')
  return (
    <ul aria-label={t('form.draft.list')} className="mt-2 grid gap-2">
      {offered.map(one => (
        <li key={one.key} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="tabular-nums">{timeOf(one)}</span>
          <bdi className="min-w-0 flex-1 truncate font-medium">{nameOf(one.values) || t('form.draft.unnamed')}</bdi>
          {/* Said with whose draft it is. */}
          <span role="group" aria-label={`${timeOf(one)} ${nameOf(one.values)}`} className="flex gap-2">
            {buttons(one)}
          </span>
        </li>
      ))}
    </ul>
  )
}
