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

export function MoveButtons({ screens, buttons: { moves, outcomes }, busy, onPress }: Props) {
  const { module } = screens
  const words = useWords(module)
  // What leads on stands last, where the eye ends. Outcomes are alike, each with the number of its key.
  const inOrder = outcomes ? moves : moves.toReversed()
  return inOrder.map((move, at) => {
    const props = { label: words.move(move), busy: busy === move, onPress: () => onPress(move) }
    return outcomes ? (
      <Outcome key={move} {...props} number={at} />
    ) : (
      <MoveButton key={move} {...props} primary={move === moves[0]} />
    )
  })
}

type ButtonProps = { label: string; busy: boolean; onPress: () => void }

const keys = ['outcome1', 'outcome2', 'outcome3', 'outcome4'] as const

function Outcome({ number, ...props }: ButtonProps & { number: number }) {
  const shortcut = keys[number]
  return shortcut ? <Keyed {...props} shortcut={shortcut} /> : <MoveButton {...props} />
}

function Keyed({ shortcut, ...props }: ButtonProps & { shortcut: (typeof keys)[number] }) {
  return <MoveButton {...props} shown={useShortcut(shortcut, props.onPress, props.label)} />
}

function MoveButton({
  label,
  busy,
  onPress,
  primary,
  shown,
}: ButtonProps & { primary?: boolean; shown?: string | undefined }) {
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
