import { Fragment, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keyNames } from '#src/lib/keys/chord.ts'
import {
  shortcutNames,
  shortcuts,
  useLiveShortcuts,
  useShortcutsOff,
  type ShortcutName,
} from '#src/lib/keys/shortcuts.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useKeepOff } from './off.ts'

/** Every shortcut of the app and of the page that is open, each with a switch. */
export function Sheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('keys')
  const live = useLiveShortcuts()
  const done = useRef<HTMLButtonElement>(null)
  const global = shortcutNames.filter(name => shortcuts[name].scope === 'global')
  const page = live.filter(({ name }) => shortcuts[name].scope !== 'global')
  return (
    <Dialog
      open
      onClose={onClose}
      size="md"
      initialFocus={done}
      title={t('keys:title')}
      description={t('keys:about')}
      footer={
        <>
          <span className="me-auto self-center text-20 text-pretty text-subtle max-sm:basis-full">
            {t('keys:kept')}
          </span>
          <Button ref={done} variant="primary" onClick={onClose}>
            {t('keys:done')}
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-x-8 gap-y-5 sm:grid-cols-2">
        <Part title={t('keys:global')} lines={global.map(name => ({ name, what: undefined }))} />
        <Part title={t('keys:page')} lines={page} none={t('keys:noPage')} />
      </div>
    </Dialog>
  )
}

type PartProps = { title: string; lines: { name: ShortcutName; what: string | undefined }[]; none?: string }

function Part({ title, lines, none }: PartProps) {
  const { t } = useTranslation('keys')
  const off = useShortcutsOff()
  const keep = useKeepOff()
  return (
    <section>
      <h3 className="caps pb-1">{title}</h3>
      {lines.length === 0 && <p className="py-2 text-30 text-muted">{none}</p>}
      <ul className="divide-y">
        {lines.map(({ name, what }) => {
          const words = what ?? t(`keys:what.${name}`)
          return (
            <li key={name} className="flex min-h-11 items-center gap-3 py-1">
              <span className="min-w-0 flex-1">{words}</span>
              <Keys name={name} />
              <Switch
                aria-label={`${words}: ${t('keys:on')}`}
                checked={!off.has(name)}
                onChange={on => keep(on ? [...off].filter(other => other !== name) : [...off, name])}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Keys({ name }: { name: ShortcutName }) {
  const { t } = useTranslation('keys')
  return (
    <span className="flex flex-wrap items-center justify-end gap-1" dir="ltr">
      {name === 'hints' && <span className="text-20 text-muted">{t('keys:hold')}</span>}
      {shortcuts[name].keys.slice(0, 2).map((keys, i) => (
        <Fragment key={keys}>
          {i > 0 && <span className="text-20 text-muted">{t('keys:or')}</span>}
          {keyNames(keys).map(key => (
            <Kbd key={key} keys={key} />
          ))}
        </Fragment>
      ))}
    </span>
  )
}
