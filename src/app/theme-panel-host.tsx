import { Suspense, useState } from 'react'
import { piece } from '#src/lib/piece.ts'
import { useTheme } from './theme.ts'

const Panel = piece(() => import('./theme-panel.tsx').then(({ ThemePanel }) => ThemePanel))

/** The panel, fetched when it is first asked for. It was open when the page was left: it is open again. */
export function ThemePanel() {
  const { panelExpand } = useTheme()
  const [wanted, setWanted] = useState(panelExpand)
  if (panelExpand && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense>
      <Panel open={panelExpand} />
    </Suspense>
  )
}
