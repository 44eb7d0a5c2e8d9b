import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Clock from 'lucide-react/icons/clock'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import MessageSquare from 'lucide-react/icons/message-square'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isNumbered, type Module } from '#contract/module.ts'
import { isRevived, type OutboxOp } from '#src/offline/outbox/op.ts'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon, type IconType } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { Tick } from '#src/ui/tick.tsx'
import { isDelete } from './keys.ts'
import { OpState } from './op-state.tsx'
import { OpValues } from './op-values.tsx'
import { useCopyValues } from './use-copy-values.ts'
import { canEdit } from './can-edit.ts'
import { useOpDeeds } from './use-deeds.ts'
import { useNoteInstead } from './use-note-instead.ts'
import { useOpWords } from './use-op-words.ts'

type Place = { index: number; count: number }
type Props = {
  module: Module
  op: OutboxOp
  /** What has to come first. */
  blocker: OutboxOp | null
  place: Place
  isOpen: boolean
  onFold: () => void
  onEdit: () => void
}

/** One change: what is done to what, how it stands, and what can be done about it. */
export function OpRow({ module, op, blocker, place, isOpen, onFold, onEdit }: Props) {
  const { t } = useTranslation('outbox')
  const words = useOpWords(module, op)
  const deeds = useOpDeeds(op, words)
  const { copy, read } = useCopyValues(module, op, words)
  const note = useNoteInstead(module, op, read)
  const details = useId()
  const isRefused = op.state === 'rejected'
  const onItsWay = op.state === 'sending' || op.claim !== null
  const busy = onItsWay ? t('why.onItsWay') : op.state === 'cancelling' ? t('why.takenBack') : false
  const editable = canEdit(module, op, useActor())
  const isNumber = isNumbered(module) && !words.numberPending
  return (
    <Box op={op} place={place} onDelete={deeds.discard}>
      <StateMark>
        <StateIcon op={op} />
      </StateMark>
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="flex min-w-0 items-center gap-2">
            <Tick colour={module.colour ?? 'none'} />
            {words.to ? (
              <Link to={words.to} className="link min-w-0 truncate font-medium">
                <Title title={words.title} isNumber={isNumber} />
              </Link>
            ) : (
              <b className="min-w-0 truncate font-medium">
                <Title title={words.title} isNumber={isNumber} />
              </b>
            )}
          </span>
          <button
            type="button"
            data-op={op.mid}
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={onFold}
            className="inline-flex min-h-hit max-w-full min-w-0 items-center gap-1 rounded-1 text-start hover:underline"
          >
            <span className="min-w-0 wrap-anywhere">{words.what}</span>
            <Icon of={ChevronDown} size="xs" className={clsx('shrink-0 text-subtle', isOpen && 'rotate-180')} />
          </button>
        </p>
        <OpState module={module} op={op} blocker={blocker} numberPending={words.numberPending} />
        {isOpen && (
          <div id={details}>
            <OpValues module={module} op={op} />
          </div>
        )}
        {isRefused && (
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" icon={RefreshCw} onClick={deeds.retry}>
              {t('actions.sendAgain')}
            </Button>
            {editable && (
              <Button size="sm" onClick={onEdit}>
                {t('actions.edit')}
              </Button>
            )}
          </div>
        )}
      </div>
      <Menu
        trigger={
          <IconButton size="sm" icon={Ellipsis} label={t('actions.more', { title: `${words.title}, ${words.what}` })} />
        }
        items={[
          ...(isRefused
            ? []
            : [{ label: t('actions.sendNow'), icon: RefreshCw, disabled: busy, onSelect: deeds.retry }]),
          ...(editable
            ? [
                {
                  label: t('actions.edit'),
                  icon: Pencil,
                  disabled: busy || (isRevived(op) && t('why.onItsWay')),
                  onSelect: onEdit,
                },
              ]
            : []),
          { label: t('actions.copy'), icon: Copy, onSelect: copy },
          ...(note ? [{ label: note.label, icon: MessageSquare, disabled: busy, onSelect: note.send }] : []),
          { label: t('actions.discard'), icon: Trash2, danger: true, disabled: busy, onSelect: deeds.discard },
        ]}
      />
    </Box>
  )
}

/** A change in words that this version does not know: never skipped, and never changed. */
export function StrangeRow({ op, place }: { op: OutboxOp; place: Place }) {
  const { t } = useTranslation('outbox')
  const words = { what: t('what.unknown'), title: op.op }
  const deeds = useOpDeeds(op, words)
  return (
    <Box op={op} place={place} onDelete={deeds.discard}>
      <StateMark>
        <Icon of={OctagonAlert} className="text-warning" />
      </StateMark>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          data-op={op.mid}
          className="min-h-hit text-start font-medium wrap-anywhere"
          onClick={() => undefined}
        >
          {words.what} (<code>{op.op}</code>)
        </button>
        <p className="text-30 text-muted">
          {op.state === 'cancelling' ? t('state.cancelling') : op.problem?.message || t('state.unknown')}
        </p>
      </div>
      <IconButton size="sm" icon={Trash2} label={t('actions.discard')} onClick={deeds.discard} />
    </Box>
  )
}

type BoxProps = { op: OutboxOp; place: Place; onDelete: () => void; children: ReactNode }

function Box({ op, place, onDelete, children }: BoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Delete on what is focused in it
    <div
      role="listitem"
      aria-setsize={place.count}
      aria-posinset={place.index + 1}
      data-index={place.index}
      data-op-box={op.mid}
      onKeyDown={event => {
        if (!isDelete(event)) return
        event.preventDefault()
        onDelete()
      }}
      className="flex items-start gap-3 border-b px-4 py-3 last:border-b-0"
    >
      {children}
    </div>
  )
}

const Title = ({ title, isNumber }: { title: string; isNumber: boolean }) =>
  isNumber ? <RecordNumber number={title} /> : <bdi>{title}</bdi>

const icons: Partial<Record<OutboxOp['state'], { icon: IconType; look: string }>> = {
  rejected: { icon: OctagonAlert, look: 'text-danger' },
  conflict: { icon: OctagonAlert, look: 'text-danger' },
  cancelling: { icon: Undo2, look: 'text-muted' },
}

/** In the middle of the first line, which is as high as what one can press in it. */
const StateMark = ({ children }: { children: ReactNode }) => (
  <span className="grid h-hit shrink-0 place-items-center">{children}</span>
)

function StateIcon({ op }: { op: OutboxOp }) {
  if (op.state === 'sending') return <Spinner className="text-info" />
  const { icon, look } = icons[op.state] ?? { icon: Clock, look: 'text-muted' }
  return <Icon of={icon} size="sm" className={look} />
}
