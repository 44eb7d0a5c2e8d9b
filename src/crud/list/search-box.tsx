import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { TextInput } from '#src/ui/text-input.tsx'

/** A word is not asked for at every letter of it. */
const PAUSE = 250

type Props = {
  label: string
  placeholder: string
  q: string
  onSearch: (q: string) => void
  /** In ms; none where nobody else is asked. */
  pause?: number
}

/** The address answers a moment after it was sent something: by then more may have been. */
type State = { text: string; asked: string; sent: readonly string[] }

/** What is typed stands here at once, and in the address after a pause; the list is drawn once for each pause. */
export function SearchBox({ label, placeholder, q, onSearch, pause = PAUSE }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const keys = useShortcut('search', () => box.current?.focus(), label)
  const [{ text, asked, sent }, set] = useState<State>({ text: q, asked: q, sent: [] })
  // What the address says otherwise than what was sent from here (Back, a link, Clear all) is taken over.
  if (q !== asked) {
    const at = sent.indexOf(q)
    set(at < 0 ? { text: q, asked: q, sent: [] } : { text, asked: q, sent: sent.slice(at + 1) })
  }
  const setText = (text: string) => set(now => ({ ...now, text }))
  const send = useEffectEvent(() => {
    if (text === (sent.at(-1) ?? asked)) return
    set(now => ({ ...now, sent: [...now.sent, text] }))
    onSearch(text)
  })
  useEffect(() => {
    const timer = setTimeout(send, text === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return (
    <TextInput
      ref={box}
      type="search"
      aria-keyshortcuts={keys}
      size="sm"
      icon={Search}
      className="max-w-72 min-w-40 flex-1 max-sm:max-w-none max-sm:basis-full"
      aria-label={label}
      placeholder={placeholder}
      clearable
      enterKeyHint="search"
      value={text}
      onChange={setText}
      onKeyDown={event => {
        if (event.key === 'Enter') send()
      }}
    />
  )
}
