import GitMerge from 'lucide-react/icons/git-merge'
import OctagonAlert from 'lucide-react/icons/octagon-alert'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StuckWork } from '#contract/calls/stuck.ts'
import { opOf, splitOp } from '#contract/intent.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Values } from '#src/form/check.ts'
import { changedSince } from '#src/crud/use-form.ts'
import { useHoldOpen, useLeaveGuard } from '#src/session/leave.ts'
import { wordsFor } from '#src/data/words.ts'
import { useWords } from '#src/fields/words.ts'
import { piece } from '#src/lib/piece.ts'
import { useTellEdited } from '#src/lib/use-kept-while-edited.ts'
import { useActor } from '#src/session/actor.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { canEdit } from '../can-edit.ts'
import { CardHead } from '../card-head.tsx'
import { whenOf } from '../op-state.tsx'
import { OpValues } from '../op-values.tsx'
import { useOpWords } from '../use-op-words.ts'
import { DropDialog } from './drop-dialog.tsx'
import { StuckValues } from './stuck-values.tsx'
import { seenOf, useDecide, wantedNow, wantedOver } from './use-decide.ts'

const EditOp = piece(() => import('../edit-op.tsx').then(({ EditOp }) => EditOp))

type Props = {
  module: Module
  stuck: StuckWork
  online: boolean
  onGone: (why: string) => void
  /** Is something being written in its place, or was, and is not decided about yet? */
  onEdited: (stuck: StuckWork, isEdited: boolean) => void
}

/** What is written instead: what it began with, and the record as it was seen then. */
type Edited = { seen: StuckWork; args: Values }

/** A change of somebody else that the server refused: what they want, what is there, and what becomes of it. */
export function StuckCard({ module, stuck, online, onGone, onEdited }: Props) {
  const { t } = useTranslation('outbox')
  const heading = useId()
  const op = {
    op: opOf(module, stuck.action),
    id: stuck.id ?? 0,
    args: stuck.mine,
    base: stuck.base,
    problem: { code: stuck.code ?? '', message: stuck.message, fields: stuck.fields ?? {}, at: 0 },
  }
  const words = useOpWords(module, op)
  const actor = useActor()
  const [dropping, setDropping] = useState(false)
  const [edited, setEdited] = useState<Edited | null>(null)
  /** What was written before somebody changed the record again: it is not to be typed a second time. */
  const [written, setWritten] = useState<Edited | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  useHoldOpen(written !== null)
  useLeaveGuard(somethingIsTyped)
  const isEdited = edited !== null || written !== null
  useTellEdited(isEdited, isEdited => onEdited(stuck, isEdited))
  const ask = useDecide(module, stuck, why => {
    onGone(why)
    // Whoever sends what they wrote still has it before them.
    if (!edited) setWritten(null)
  })
  const decide: typeof ask = async (...deed) => {
    const undecided = await ask(...deed)
    if (!undecided) setWritten(null)
    return undecided
  }
  const who = stuck.author.name ?? t('stuck.somebody')
  const title = stuck.title ?? words.title
  const isChange = splitOp(op.op).action === 'change'
  const keep = async () => {
    setBusy(true)
    setRefused('')
    const undecided = await decide({ how: 'keep' })
    setBusy(false)
    setRefused(undecided?.why ?? '')
  }
  const edit = () =>
    setEdited({
      seen: stuck,
      args: isChange
        ? { ...wantedNow(module, stuck), ...(written && wantedOver(module, stuck, written)) }
        : { ...stuck.mine, ...written?.args },
    })
  const send = async ({ seen }: Edited, args: Values) => {
    const undecided = await decide({ how: 'edit', args }, seen)
    if (!undecided?.isStale) return undecided?.why ?? null
    // The dialog is over the record that is to be looked at. What was written before the time before is written as well.
    setWritten({ seen, args: changedSince(isChange ? wantedNow(module, seen) : seen.mine, args) })
    setRefused(undecided.why)
    return null
  }
  return (
    <article
      aria-labelledby={heading}
      className="min-w-0 overflow-hidden rounded-3 border border-warning-border bg-surface shadow-1"
    >
      <CardHead
        module={module}
        what={words.what}
        badge={
          <Badge
            tone={stuck.status === 'conflict' ? 'warning' : 'danger'}
            icon={stuck.status === 'conflict' ? GitMerge : OctagonAlert}
          >
            {t(`stuck.${stuck.status}`)}
          </Badge>
        }
      >
        <h3 id={heading} className="min-w-0 text-40 font-semibold">
          {words.to && stuck.row ? (
            <Link to={words.to} className="hover:underline">
              <bdi>{title}</bdi>
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h3>
      </CardHead>
      <div className="px-4 pt-1 pb-3 text-30 text-muted">
        <p>{t('stuck.by', { who, when: whenOf(new Date(stuck.at)) })}</p>
        <Why module={module} stuck={stuck} />
        {!stuck.mayApply && <p className="mt-1">{t('stuck.authorOnly')}</p>}
        {refused && (
          <Banner tone="danger" announce className="mt-3">
            {refused}
          </Banner>
        )}
        {!isChange && <OpValues module={module} op={op} />}
      </div>
      {isChange && <StuckValues module={module} stuck={stuck} who={who} />}
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3">
        <Button size="sm" variant="danger" disabled={!online || busy} onClick={() => setDropping(true)}>
          {t('stuck.drop')}
        </Button>
        {stuck.mayApply && canEdit(module, op, actor) && (
          <Button size="sm" disabled={!online || busy} onClick={edit}>
            {t('stuck.edit')}
          </Button>
        )}
        {stuck.mayApply && (
          <Button size="sm" variant="primary" disabled={!online} loading={busy} onClick={() => void keep()}>
            {t('stuck.keep')}
          </Button>
        )}
      </footer>
      {dropping && (
        <DropDialog
          who={who}
          title={title}
          drop={async reason => (await decide({ how: 'drop', reason }))?.why ?? null}
          onClose={() => setDropping(false)}
        />
      )}
      {edited && (
        <Suspense>
          <EditOp
            module={module}
            op={{ ...op, args: edited.args, base: seenOf(module, edited.seen) }}
            words={{ title, row: edited.seen.row as Row | null }}
            send={args => send(edited, args)}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </article>
  )
}

/** Why the server said no: who was faster, or its words and what it said of the fields. */
function Why({
  module,
  stuck: { status, code, message, fields, asks = [], theirs },
}: {
  module: Module
  stuck: StuckWork
}) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  if (status === 'conflict') {
    const by = asks.map(name => theirs[name]).find(touch => touch?.byName)
    return <p>{by ? t('stuck.faster', { who: by.byName, when: whenOf(new Date(by.at)) }) : t('stuck.fasterUnknown')}</p>
  }
  return (
    <>
      <p className="text-danger-text">{wordsFor((code ?? 'unknown').replaceAll('_', '-'), message)}</p>
      <ul className="text-danger-text">
        {Object.entries(fields ?? {}).map(([path, message]) => {
          const name = path.split('.')[0] ?? path
          const field = name in module.fields ? words.field(name) : name
          return <li key={path}>{t('why.fields', { field, message })}</li>
        })}
      </ul>
    </>
  )
}
