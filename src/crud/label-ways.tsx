import Printer from 'lucide-react/icons/printer'
import Tag from 'lucide-react/icons/tag'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { piece } from '#src/lib/piece.ts'
import { useAddLabels, useHasLabel } from '#src/labels/use-add-labels.ts'
import { Button } from '#src/ui/button.tsx'
import type { Size } from '#src/ui/size.ts'
import type { Screens } from './screens.ts'

const PrintNow = piece(() => import('#src/labels/print-now.tsx').then(it => it.PrintNow))

type Props = { screens: Screens; row: Row }

/** The label of a record, where it has one: on paper at once, or later with others. */
export function LabelButtons({ screens: { module, label }, row, size }: Props & { size: Size }) {
  const { t } = useTranslation('label')
  const has = useHasLabel(module)
  const add = useAddLabels()
  const [printing, setPrinting] = useState(false)
  if (!has || !label) return null
  return (
    <>
      <Button size={size} icon={Printer} disabled={printing} onClick={() => setPrinting(true)}>
        {t('label:printOne')}
      </Button>
      <Button size={size} icon={Tag} onClick={() => void add([{ module: module.name, id: row.id }])}>
        {t('label:add')}
      </Button>
      {printing && (
        <Suspense>
          <PrintNow module={module} load={label} row={row} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What a press leaves in the history beside an address. A link says no such thing, and so prints nothing. */
export const printsLabel = { print: 'label' } as const

/** Prints the label of a record whose page was opened for that, once. */
export function LabelInAddress({ screens: { module, label }, row }: Props) {
  const has = useHasLabel(module)
  const location = useLocation()
  const navigate = useNavigate()
  const { print, ...state } = (location.state ?? {}) as Partial<typeof printsLabel>
  if (!has || !label || print !== printsLabel.print) return null
  const done = () => void navigate(location, { replace: true, state })
  return (
    <Suspense>
      <PrintNow module={module} load={label} row={row} onDone={done} />
    </Suspense>
  )
}
