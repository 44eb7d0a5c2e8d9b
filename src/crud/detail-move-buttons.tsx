import { useWords } from '#src/fields/words.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { Button } from '#src/ui/button.tsx'
import type { Screens } from './screens.ts'

/** Moves that stand as buttons; more of them are in the menu. */
const MOST = 2

type Buttons = { moves: readonly string[]; outcomes: boolean }

/** Which of the moves stand as buttons: the outcomes that the module names, else the first that lead on. */
export function buttonsOf({ outcomes }: Screens, moves: readonly string[]): Buttons {
  const named = moves.filter(move => outcomes?.includes(move))
  return named.length > 0 ? { moves: named, outcomes: true } : { moves: moves.slice(0, MOST), outcomes: false }
}

type Props = { screens: Screens; buttons: Buttons; busy: string | null; onPress: (move: string) => void }

const keys = ['outcome1', 'outcome2', 'outcome3', 'outcome4'] as const

export function MoveButtons({ screens, buttons: { moves, outcomes }, busy, onPress }: Props) {
  const words = useWords(screens.module)
  // What leads on stands last, where the eye ends. Outcomes are alike, each with the number of its key.
  const inOrder = outcomes ? moves : moves.toReversed()
  return inOrder.map((move, at) => (
    <MoveButton
      key={move}
      label={words.move(move)}
      busy={busy === move}
      primary={!outcomes && move === moves[0]}
      shortcut={outcomes ? keys[at] : undefined}
      onPress={() => onPress(move)}
    />
  ))
}

type ButtonProps = {
  label: string
  busy: boolean
  primary: boolean
  shortcut: (typeof keys)[number] | undefined
  onPress: () => void
}

function MoveButton({ label, busy, primary, shortcut, onPress }: ButtonProps) {
  // One without a key of its own brings none.
  const shown = useShortcut(shortcut ?? keys[0], shortcut ? onPress : null, label)
  return (
    <Button
      size="sm"
      variant={primary ? 'primary' : 'secondary'}
      loading={busy}
      onClick={onPress}
      aria-keyshortcuts={shown}
    >
      {label}
    </Button>
  )
}
