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

/** What is typed stands here at once, and in the address after a pause; the list is drawn once for each pause. */
export function SearchBox({ label, placeholder, q, onSearch, pause = PAUSE }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const keys = useShortcut('search', () => box.current?.focus(), label)
  const [text, setText] = useState(q)
  /** The address answers a moment after it was sent something: by then more may have been. */
  const sent = useRef<string[]>([])
  const asked = useRef(q)
  const send = useEffectEvent(() => {
    if (text === (sent.current.at(-1) ?? asked.current)) return
    sent.current.push(text)
    onSearch(text)
  })
  useEffect(() => {
    const timer = setTimeout(send, text === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  // Once it is drawn: the address may be drawn in an attempt that a key comes before.
  useEffect(() => {
    if (q === asked.current) return
    asked.current = q
    const at = sent.current.indexOf(q)
    sent.current.splice(0, at < 0 ? Infinity : at + 1)
    // What the address says otherwise than what was sent from here (Back, a link, Clear all) is taken over.
    // oxlint-disable-next-line react/set-state-in-effect -- see above
    if (at < 0) setText(q)
  }, [q])
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
