import { useQueryClient } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Save from 'lucide-react/icons/save'
import Star from 'lucide-react/icons/star'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeViewCall,
  createViewCall,
  deleteViewCall,
  type SavedView,
  type ViewState,
} from '#contract/calls/views.ts'
import { useCall } from '#src/data/use-call.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { viewsKey } from '#src/data/use-views.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-entry.ts'
import { TextInput } from '#src/ui/text-input.tsx'
import { toast } from '#src/ui/toast.ts'
import { usual } from './address.ts'
import type { ListModel } from './model.ts'

/** What is asked before a view is made or renamed. */
type Asking = { view: SavedView | null; name: string; shared: boolean; state: ViewState | null }

/** Makes, changes and shares views; saving shows up as soon as the list shows something else than its view says. */
export function ViewTools({ list }: { list: ListModel }) {
  const { t } = useTranslation('crud')
  const queries = useQueryClient()
  const { module, settings } = list
  const { view, usualView } = settings
  const create = useCall(createViewCall)
  const change = useCall(changeViewCall)
  const remove = useCall(deleteViewCall)
  const [asking, setAsking] = useState<Asking | null>(null)
  const { busy, refused, run: does } = useDeed()

  /** Runs one call, and what follows from its answer; what failed is said beside the buttons or in the dialog. */
  const run = <T,>(call: Promise<{ answer: T } | { failure: { message: string } }>, then?: (answer: T) => void) =>
    does(async () => {
      const done = await call
      if ('failure' in done) return done.failure.message
      await queries.invalidateQueries({ queryKey: viewsKey(module) })
      then?.(done.answer)
      return null
    })
  const open = (view: SavedView) => list.change(settings.stateOf(view), 'push')

  const save = (view: SavedView) =>
    run(change({ id: view.id, state: settings.asView() }), done => {
      settings.resetLook()
      open(done.view)
      toast(t('listView.saved', { name: view.name }))
    })
  const submit = ({ view, name, shared, state }: Asking) => {
    const call = view
      ? change({ id: view.id, name, shared })
      : create({ module: module.name, name, shared, state: state! })
    return run(call, done => {
      setAsking(null)
      if (!view) open(done.view)
      toast(t(view ? 'listView.renamed' : 'listView.created', { name }))
    })
  }
  const drop = async (view: SavedView) => {
    const yes = await confirm({
      title: t('listView.deleteTitle', { name: view.name }),
      text: t(view.shared ? 'listView.deleteShared' : 'listView.deleteText'),
      confirmLabel: t('listView.delete'),
      danger: true,
    })
    if (!yes || !(await run(remove({ id: view.id })))) return
    if (usualView === view.id) settings.setUsualView(null)
    list.change({ ...usual, view: usualView === null || usualView === view.id ? '' : 'all' }, 'replace')
    toast(t('listView.deleted', { name: view.name }))
  }
  const asNew = (name: string): Asking => ({ view: null, name, shared: false, state: settings.asView() })

  const isUsual = view ? usualView === view.id : usualView === null
  const usualEntry: MenuEntry = {
    label: t('listView.makeUsual'),
    icon: Star,
    checked: isUsual,
    onSelect: () => settings.setUsualView(isUsual ? null : (view?.id ?? null)),
  }
  const asNewEntry: MenuEntry = {
    label: t(view ? 'listView.duplicate' : 'listView.saveAs'),
    icon: view ? Copy : Plus,
    onSelect: () => setAsking(asNew(view ? t('listView.copyOf', { name: view.name }) : '')),
  }
  const own: MenuEntry[] = view?.mine
    ? [
        {
          label: t('listView.rename'),
          icon: Pencil,
          onSelect: () => setAsking({ view, name: view.name, shared: view.shared, state: null }),
        },
        {
          label: t(view.shared ? 'listView.unshare' : 'listView.share'),
          icon: Users,
          onSelect: () => void run(change({ id: view.id, shared: !view.shared })),
        },
      ]
    : []
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 pb-1">
      <Menu
        align="start"
        trigger={
          <IconButton
            size="xs"
            icon={ChevronDown}
            label={view ? t('listView.menu', { name: view.name }) : t('listView.menuAll')}
          />
        }
        items={[
          {
            heading: view && !view.mine ? t('listView.by', { name: view.owner }) : undefined,
            items: [...own, asNewEntry, usualEntry],
          },
          {
            items: view?.mine
              ? [{ label: t('listView.delete'), icon: Trash2, danger: true, onSelect: () => void drop(view) }]
              : [],
          },
        ]}
      />
      {settings.changed && view && (
        <>
          {view.mine && (
            <Button size="xs" variant="accent" icon={Save} loading={busy} onClick={() => void save(view)}>
              {t('listView.save')}
            </Button>
          )}
          <IconButton
            size="xs"
            icon={Undo2}
            label={t('listView.reset', { name: view.name })}
            onClick={() => {
              settings.resetLook()
              open(view)
            }}
          />
        </>
      )}
      {settings.changed && (
        <Button size="xs" variant="accent" icon={Plus} onClick={() => setAsking(asNew(''))}>
          {t('listView.saveAs')}
        </Button>
      )}
      {refused && !asking && (
        <span role="alert" className="text-30 text-danger-text">
          {refused}
        </span>
      )}
      {asking && (
        <FormDialog
          onClose={() => setAsking(null)}
          title={t(asking.view ? 'listView.renameTitle' : 'listView.newTitle')}
          onSubmit={() => void submit(asking)}
          submitLabel={t('save')}
          busy={busy}
        >
          <Field label={t('listView.name')} required error={refused}>
            <TextInput
              value={asking.name}
              maxLength={60}
              placeholder={t('listView.namePlaceholder')}
              onChange={name => setAsking({ ...asking, name })}
            />
          </Field>
          <Checkbox
            checked={asking.shared}
            onChange={shared => setAsking({ ...asking, shared })}
            label={t('listView.shareLabel')}
            hint={t('listView.shareHint')}
          />
        </FormDialog>
      )}
    </div>
  )
}
