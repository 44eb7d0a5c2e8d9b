import { clsx } from 'clsx'
import Pencil from 'lucide-react/icons/pencil'
import { Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { same } from '#contract/merge.ts'
import type { Module } from '#contract/module.ts'
import { useHoldOpen, useLeaveGuard } from '#src/session/leave.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { InFull } from '#src/table/in-full.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { piece } from '#src/lib/piece.ts'
import { useTellEdited } from '#src/lib/use-kept-while-edited.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { decided, pickedValue, type Clash, type Pick, type Picks } from './clash.ts'
import { saidAt } from '#src/offline/outbox/op.ts'
import { whenOf } from './op-state.tsx'
import { OpValues } from './op-values.tsx'
import { useGiveUp } from './use-deeds.ts'
import { useTheirs } from './who.ts'

const EditField = piece(() => import('./edit-field.tsx').then(({ EditField }) => EditField))

type Props = {
  module: Module
  clash: Clash
  title: string
  /** Why nothing can be saved any more; what was written is there until its person lets it go. */
  closed: string | null
  onEdited: (isEdited: boolean) => void
}

/** Field by field: mine, theirs, who and when, and what it will be. */
export function ClashFields({ module, clash, title, closed, onEdited }: Props) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const deeds = useOutboxDeeds()
  const { op, row, mine, before, asks, followers } = clash
  const theirs = useTheirs(module, op, row)
  // Nothing is chosen beforehand: what nobody looks at must not win.
  const [picks, setPicks] = useState<Picks>({})
  const [isAsked, setIsAsked] = useState(false)
  const [editing, setEditing] = useState<string | null>(null)
  const { busy, refused, run } = useDeed()
  // There is no draft of what is written in the place of both.
  const written = Object.keys(picks).filter(name => picks[name]?.whose === 'own')
  useHoldOpen(written.length > 0)
  useTellEdited(written.length > 0 || editing !== null, onEdited)
  useLeaveGuard(somethingIsTyped)
  const [seen, setSeen] = useState(row)
  const [isStale, setIsStale] = useState(false)
  // They wrote again meanwhile: what was chosen between two values is chosen anew where one of them is another. What this
  // person wrote themselves stays, and so does what they are writing.
  if (seen.version !== row.version) {
    const isOther = (name: string) => !same(seen[name], row[name])
    setSeen(row)
    setIsStale(isStale || [...asks, ...Object.keys(picks)].some(isOther))
    setPicks(Object.fromEntries(Object.entries(picks).filter(([name, { whose }]) => whose === 'own' || !isOther(name))))
  }
  // What was written is seen also where nothing stands against it any more.
  const rows = [...new Set([...asks, ...written])]
  const open = asks.filter(name => !picks[name])
  const others = Object.keys(mine).filter(name => !rows.includes(name) && !same(mine[name], before[name]))
  const first = theirs(asks[0] ?? '')
  const times = { mine: whenOf(new Date(saidAt(op))), theirs: whenOf(new Date(first.at)) }
  const allMine: Picks = Object.fromEntries(asks.map(name => [name, { whose: 'mine' }]))
  const pick = (name: string, chosen: Pick) => setPicks(now => ({ ...now, [name]: chosen }))

  const giveAllUp = useGiveUp(op, followers)
  const giveUp = async () => {
    const isSure = await confirm({
      title: t('clash.takeAllTheirs', { title }),
      text: t('clash.takeAllTheirsText'),
      confirmLabel: t('clash.giveUp'),
      cancelLabel: t('discard.keep'),
      danger: true,
    })
    if (!isSure) return
    await end(giveAllUp)
  }
  const save = async () => {
    if (closed !== null) return void (await run(async () => closed))
    setIsAsked(true)
    if (open.length > 0) return
    const better = decided(module, clash, picks)
    if (!better) return giveUp()
    const mids = followers.map(({ mid }) => mid)
    await end(async () => ((await deeds.correct(op.mid, better, mids)) ? null : t('discard.onItsWay')))
  }
  /** What was written is kept by then, or given up: the card does not stay for it. */
  const end = async (deed: () => Promise<string | null>) => {
    if (await run(deed)) setPicks({})
  }
  const side = (name: string, whose: 'mine' | 'theirs', value: unknown) => (
    <Side
      label={t(`clash.${whose}`)}
      name={`${op.mid}-${name}`}
      checked={picks[name]?.whose === whose}
      onChoose={() => pick(name, { whose })}
    >
      <InFull field={fieldView(module, name, words)} value={value} />
    </Side>
  )
  return (
    <>
      <p className="px-4 pt-1 pb-3 text-30 text-muted">
        {first.byName ? t('clash.text', { ...times, who: first.byName }) : t('clash.textUnknown', times)}
        {others.length > 0 && ` ${t('clash.merged', { count: others.length })}`}
        {followers.length > 0 && ` ${t('clash.folded', { count: followers.length })}`}
      </p>
      {refused && (
        <Banner tone="danger" announce className="mx-4 mb-3">
          {refused}
        </Banner>
      )}
      {isAsked && closed === null && open.length > 0 && (
        <Banner tone="warning" announce className="mx-4 mb-3">
          {t('clash.choose', { count: open.length })}
        </Banner>
      )}
      {isStale && (
        <Banner tone="warning" announce onDismiss={() => setIsStale(false)} className="mx-4 mb-3">
          {t('clash.stale')}
        </Banner>
      )}
      {rows.length === 0 ? (
        <p className="border-t px-4 py-3 text-30">{t('clash.fits')}</p>
      ) : (
        <div className="md:border-t">
          <div
            aria-hidden="true"
            className="hidden grid-cols-[minmax(0,8rem)_repeat(3,minmax(0,1fr))] bg-surface-sunken text-30 text-muted *:border-s *:px-3 *:py-2 *:first:border-s-0 md:grid"
          >
            <span>{t('clash.field')}</span>
            <span>{t('clash.mineAt', { when: times.mine })}</span>
            <span>
              {t('clash.theirsAt', { when: first.byName ? `${times.theirs} ${first.byName}` : times.theirs })}
            </span>
            <span>{t('clash.result')}</span>
          </div>
          {rows.map(name => {
            const field = fieldView(module, name, words)
            const chosen = picks[name]
            const by = theirs(name)
            return (
              <fieldset
                key={name}
                className="grid min-w-0 border-t text-30 max-md:gap-1 max-md:px-4 max-md:py-2 md:grid-cols-[minmax(0,8rem)_repeat(3,minmax(0,1fr))] md:[&>*+*+*]:border-s"
              >
                <legend className="sr-only">{words.field(name)}</legend>
                <span aria-hidden="true" className="self-center px-3 py-2 text-muted max-md:px-0 max-md:py-0">
                  {words.field(name)}
                </span>
                {side(name, 'mine', mine[name])}
                {side(name, 'theirs', row[name])}
                <div className="flex min-w-0 items-center gap-2 bg-surface-sunken px-3 py-1">
                  <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line">
                    <span className="me-1 text-20 text-muted md:sr-only">{t('clash.result')}</span>{' '}
                    {chosen ? (
                      <b className="font-medium">
                        <InFull field={field} value={pickedValue(module, clash, name, chosen)} />
                      </b>
                    ) : (
                      <span className={isAsked ? 'font-medium text-danger-text' : 'text-muted'}>
                        {t('clash.chooseOne')}
                      </span>
                    )}
                    {chosen?.whose === 'own' && <span className="ms-2 text-20 text-muted">{t('clash.own')}</span>}
                    {field.meta.kind === 'longText' && (
                      <span className="mt-2 block">
                        <Button
                          size="xs"
                          aria-pressed={chosen?.whose === 'both'}
                          onClick={() => pick(name, { whose: 'both' })}
                        >
                          {t('clash.both')}
                        </Button>
                      </span>
                    )}
                  </span>
                  <IconButton
                    size="xs"
                    icon={Pencil}
                    label={t('clash.editOf', { field: words.field(name) })}
                    onClick={() => setEditing(name)}
                  />
                </div>
                {by.byName !== first.byName && by.byName && (
                  <span className="px-3 pb-2 text-20 text-subtle md:col-start-3">
                    {t('clash.theirsAt', { when: `${whenOf(new Date(by.at))} ${by.byName}` })}
                  </span>
                )}
              </fieldset>
            )
          })}
        </div>
      )}
      {others.length > 0 && (
        <div className="border-t px-4 pt-1 pb-3">
          <OpValues
            module={module}
            op={{
              op: op.op,
              args: Object.fromEntries(others.map(name => [name, mine[name]])),
              base: { version: row.version, fields: before },
            }}
          />
        </div>
      )}
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3 text-30 text-muted">
        <span className="me-auto max-sm:hidden">{t('clash.history')}</span>
        {closed === null && (
          <Button size="sm" disabled={busy} onClick={() => void giveUp()}>
            {t('clash.allTheirs')}
          </Button>
        )}
        {(closed === null ? rows : written).some(name => picks[name]?.whose !== 'mine') && (
          <Button size="sm" disabled={busy} onClick={() => setPicks(closed === null ? allMine : {})}>
            {t(closed === null ? 'clash.allMine' : 'clash.letGo')}
          </Button>
        )}
        <Button size="sm" variant="primary" loading={busy} onClick={() => void save()}>
          {t(rows.length > 0 ? 'clash.save' : 'actions.sendAgain')}
        </Button>
      </footer>
      {editing !== null && (
        <Suspense>
          <EditField
            module={module}
            name={editing}
            start={pickedValue(module, clash, editing, picks[editing] ?? { whose: 'mine' })}
            seen={{ ...row, ...mine }}
            onSave={value => pick(editing, { whose: 'own', value })}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  )
}

type SideProps = { label: string; name: string; checked: boolean; onChoose: () => void; children: ReactNode }

function Side({ label, name, checked, onChoose, children }: SideProps) {
  return (
    <label
      className={clsx(
        'flex min-h-control min-w-0 cursor-pointer items-center gap-2 px-3 py-2 has-focus-visible:-outline-offset-2',
        'has-checked:bg-selected has-checked:shadow-[inset_0_0_0_1px_var(--focus)]',
      )}
    >
      <input type="radio" name={name} checked={checked} onChange={onChoose} className="accent-primary" />
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-line">
        <span className="me-1 text-20 text-muted md:sr-only">{label}</span> {children}
      </span>
    </label>
  )
}
