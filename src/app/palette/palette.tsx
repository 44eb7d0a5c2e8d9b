import ArrowLeft from 'lucide-react/icons/arrow-left'
import CloudOff from 'lucide-react/icons/cloud-off'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { useConnection } from '#src/data/use-connection.ts'
import { isBurst } from '#src/lib/keys/burst.ts'
import { fold, searchKey } from '#contract/fold.ts'
import { useSession } from '#src/session/session.ts'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { find, firstSeen, readQuery, type Entry } from './entry.ts'
import { useRecordEntries } from './records.ts'
import { Results } from './results.tsx'
import { Foot } from './foot.tsx'
import { useActionEntries } from './use-actions.ts'
import { useFound, type Found } from './use-found.ts'
import { usePageEntries } from './use-pages.ts'

type Props = { prefix: string; onClose: () => void }

/** One box for everything: where to go, what to do, and the records on this device. */
export function Palette({ prefix, onClose }: Props) {
  const { t } = useTranslation(['palette', 'lists'])
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { user } = useSession()
  const { online } = useConnection()
  const [typed, setTyped] = useState(prefix)
  const [wanted, setWanted] = useState<string | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const ids = useId()

  const actions = useActionEntries()
  const { prefix: sign, words } = readQuery(typed)
  const looksFor = sign === null ? typed.trim() : sign === '#' || sign === '@' ? typed.trim().slice(1).trim() : ''
  const kept = useRecordEntries()
  const found = useFound(looksFor)
  const records = [...kept, ...notYet(found, kept)]
  const pages = present(usePageEntries(user?.permissions ?? [], pathname), records)
  const all = looksFor === '' ? [] : [allResults(looksFor, t('palette:all', { typed: looksFor }))]
  const groups = find([...pages, ...actions, ...records, ...all], typed)
  const lines = groups.flatMap(group => group.entries)
  const active = lines.find(line => line.id === wanted) ?? firstSeen(groups, typed)

  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    input.current?.focus()
    // Closed by whatever way, the focus goes back to where it was.
    return () => shown?.close()
  }, [])

  const choose = (entry: Entry, apart = false) => {
    if (entry.to !== undefined && apart) {
      window.open(entry.to, '_blank', 'noopener')
      return
    }
    dialog.current?.close()
    onClose()
    if (entry.to === undefined) entry.run()
    else void navigate(entry.to)
  }

  const type = (text: string) => {
    setTyped(text)
    setWanted(null)
  }

  const step = (by: number) => {
    const at = lines.findIndex(line => line === active)
    setWanted(lines[(at + by + lines.length) % lines.length]?.id ?? null)
  }

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const deeds: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      PageDown: () => setWanted(lines[Math.min(lines.length - 1, lines.indexOf(active!) + 7)]?.id ?? null),
      PageUp: () => setWanted(lines[Math.max(0, lines.indexOf(active!) - 7)]?.id ?? null),
      Enter: () => {
        if (event.shiftKey && all[0]) return choose(all[0])
        // A scan opens what it names exactly, and nothing that merely looks like it.
        const entry = isBurst(event.timeStamp) ? named(records, typed) : active
        if (entry) choose(entry, event.ctrlKey || event.metaKey)
      },
    }
    const deed = deeds[event.key]
    if (deed) {
      event.preventDefault()
      deed()
    } else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      dialog.current?.close()
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the ground around it closes it
    <dialog
      ref={dialog}
      aria-label={t('palette:title')}
      closedby="any"
      onClose={onClose}
      onKeyDown={press}
      className="fixed inset-x-0 top-[min(12dvh,6.75rem)] mx-auto my-0 flex max-h-[min(35rem,82dvh)] w-[min(42rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-4 border bg-surface-raised text-ink shadow-3 backdrop:bg-scrim max-sm:top-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:rounded-none max-sm:border-0"
    >
      <div data-scan="" className="flex min-h-13.5 shrink-0 items-center gap-3 border-b px-4">
        <Icon of={Search} className="text-muted pointer-coarse:hidden" />
        {/* A finger has no Escape. */}
        <IconButton
          label={t('palette:close')}
          icon={ArrowLeft}
          mirrored
          onClick={() => dialog.current?.close()}
          className="-ms-2 hidden! pointer-coarse:inline-flex!"
        />
        <input
          ref={input}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${ids}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${ids}-${lines.indexOf(active)}` : undefined}
          aria-label={t('palette:label')}
          placeholder={t('palette:placeholder')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
          value={typed}
          onChange={event => type(event.target.value)}
          className="min-w-0 flex-1 self-stretch bg-transparent text-50 outline-none placeholder:text-subtle"
        />
        {typed !== '' && (
          <IconButton
            size="xs"
            label={t('palette:clear')}
            icon={X}
            onClick={() => {
              type('')
              input.current?.focus()
            }}
          />
        )}
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          className="shrink-0 rounded-2 pointer-coarse:hidden"
        >
          <span className="sr-only">{t('palette:close')}</span>
          <span aria-hidden="true">
            <Kbd keys="Esc" />
          </span>
        </button>
      </div>
      <div
        id={`${ids}-list`}
        role="listbox"
        aria-label={t('palette:results')}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 pt-1 empty:hidden"
      >
        <Results
          groups={groups}
          words={words}
          active={active}
          idOf={entry => `${ids}-${lines.indexOf(entry)}`}
          onPoint={entry => setWanted(entry.id)}
          onChoose={choose}
        />
      </div>
      {lines.length === all.length && !found.asking && (
        <div className="grid flex-1 content-center justify-items-center gap-1 px-6 py-10 text-center">
          <p className="font-medium">{t('palette:nothing', { typed: typed.trim() })}</p>
          <p className="text-30 text-muted">{t('palette:nothingText')}</p>
        </div>
      )}
      {(!online || found.cutOff) && (
        <p className="flex items-center gap-2 border-t border-warning-border bg-warning-subtle px-4 py-2 text-30 text-warning-text">
          <Icon of={CloudOff} size="sm" />
          {t('palette:offline')}
        </p>
      )}
      <Foot
        onPrefix={prefix => {
          type(`${prefix} `)
          input.current?.focus()
        }}
      />
      <p role="status" className="sr-only">
        {found.asking ? t('palette:asking') : t('palette:count', { count: lines.length - all.length })}
      </p>
    </dialog>
  )
}

/** What the server found and this device did not. */
function notYet({ groups = [] }: Found, kept: readonly Entry[]): Entry[] {
  const here = new Set(kept.map(({ id }) => id))
  return groups.flatMap(({ entries }) => entries.filter(({ id }) => !here.has(id)))
}

/** The last line: everything that is found, on a page of its own. */
const allResults = (typed: string, label: string): Entry => ({
  id: 'everything',
  group: 'everything',
  label,
  text: searchKey(typed),
  found: true,
  icon: Search,
  keys: 'Shift+Enter',
  to: `/search?q=${encodeURIComponent(typed)}`,
})

/** What was opened lately is called as it is called now; what has left this device's sight is not named. */
function present(pages: readonly Entry[], records: readonly Entry[]): Entry[] {
  const labels = new Map(records.map(record => [record.to, record.label]))
  return pages.flatMap(page => {
    if (!page.record) return [page]
    const label = labels.get(page.to)
    return label === undefined ? [] : [{ ...page, label, text: searchKey(`${label} ${page.hint ?? ''}`) }]
  })
}

/** The one record or person that is called exactly so, or has exactly this number. */
function named(records: readonly Entry[], typed: string): Entry | undefined {
  const whole = fold(typed.trim())
  const hits = records.filter(entry => fold(entry.label) === whole || entry.numbers?.split(' ').includes(whole))
  return hits.length === 1 ? hits[0] : undefined
}
