import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { TextInput } from '#src/ui/text-input.tsx'

/** A word is not asked for at every letter of it. */
const PAUSE = 250

type Props = { label: string; placeholder: string; q: string; onSearch: (q: string) => void }

/** What is typed stands here at once, and in the address after a pause; the list is drawn once for each pause. */
export function SearchBox({ label, placeholder, q, onSearch }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const keys = useShortcut('search', () => box.current?.focus(), label)
  const [{ text, asked, sent }, set] = useState({ text: q, asked: q, sent: q })
  // What the address says otherwise than what was sent from here (Back, a link, Clear all) is taken over.
  if (q !== asked) set({ text: q === sent ? text : q, asked: q, sent })
  const setText = (text: string) => set(now => ({ ...now, text }))
  const send = useEffectEvent(() => {
    if (text === asked) return
    set(now => ({ ...now, sent: text }))
    onSearch(text)
  })
  useEffect(() => {
    const timer = setTimeout(send, text === '' ? 0 : PAUSE)
    return () => clearTimeout(timer)
  }, [text])
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
