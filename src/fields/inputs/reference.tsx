import { Suspense, useCallback, useRef, useState, type ComponentType } from 'react'
import type { Module } from '#contract/module.ts'
import { scannedFields } from '#contract/scan/scanned-fields.ts'
import { coarse } from '#src/lib/coarse.ts'
import { SCANNED_CODE, SCANNED_RECORD } from '#src/lib/keys/scanned-record.ts'
import { piece } from '#src/lib/piece.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { MultiSelect } from '#src/ui/multi-select.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { pendingName, useTarget } from '../reference.tsx'
import { usePicking } from '../use-picking.tsx'
import { asNumber, asNumbers, control, type InputProps } from '../view.ts'

const CameraForField = piece(() => import('#src/scan/camera/camera-for-field.tsx').then(it => it.CameraForField))
const ChooseScanned = piece(() => import('#src/scan/choose-scanned.tsx').then(it => it.ChooseScanned))

type PickerProps = InputProps & { module: Module }

/** What refers to a module that is planned and not there yet cannot be chosen, only read and taken out. */
const choosing = (Picker: ComponentType<PickerProps>, idsOf: (value: unknown) => number[], none: unknown) =>
  function Input(props: InputProps) {
    const module = useTarget(props.field)
    if (module) return <Picker {...props} module={module} />
    const { field: _, value, onChange, ...rest } = props
    const names = idsOf(value).map(pendingName).join(', ')
    return <TextInput {...control(rest)} readOnly clearable value={names} onChange={() => onChange(none)} />
  }

export const One = choosing(PickOne, value => [asNumber(value)].filter(id => id !== null), null)
export const Several = choosing(PickSeveral, asNumbers, [])

function PickOne({ module, field, value, onChange, ...rest }: PickerProps) {
  const id = asNumber(value)
  const chosen = id === null ? [] : [id]
  const { picker, nameOf, pathTo, keep, drawer } = usePicking({ module, field, chosen, onMade: onChange })
  const isScanned = scannedFields(module).length > 0
  // At a desk a gun is nearer, and a cell has no room for it.
  const isRead = isScanned && rest['aria-label'] === undefined && coarse()
  const { box, scans, scan, done, found } = useScanned(next => {
    keep(next)
    onChange(next)
  })
  return (
    <>
      <span ref={box} data-record={isScanned || undefined} className={isRead ? 'flex gap-2' : 'contents'}>
        <Combobox
          {...control(rest)}
          {...picker}
          value={id}
          valueLabel={id === null ? '' : (nameOf(id) ?? '')}
          href={id === null ? undefined : pathTo(id)}
          onChange={next => {
            if (next !== null) keep(next)
            onChange(next)
          }}
        />
        {isRead && (
          <Suspense>
            <CameraForField beside onCode={code => scan(code, false)} />
          </Suspense>
        )}
      </span>
      {scans[0] && (
        <Suspense>
          <ChooseScanned key={scans[0].nr} module={module} scan={scans[0]} onFound={found} onDone={done} />
        </Suspense>
      )}
      {drawer}
    </>
  )
}

type Scan = { nr: number; code: string; byGun: boolean }
let count = 0

/** Codes that were scanned into the field: each is looked for, one after the other, and chosen unless lines around it count it. */
function useScanned(choose: (id: number) => void) {
  const [scans, setScans] = useState<readonly Scan[]>([])
  const element = useRef<HTMLElement | null>(null)
  const scan = useCallback((code: string, byGun: boolean) => {
    count += 1
    const nr = count
    setScans(all => [...all, { nr, code, byGun }])
  }, [])
  const box = useCallback(
    (node: HTMLElement | null) => {
      element.current = node
      if (!node) return undefined
      const hear = (event: Event) => scan((event as CustomEvent<string>).detail, true)
      node.addEventListener(SCANNED_CODE, hear)
      return () => node.removeEventListener(SCANNED_CODE, hear)
    },
    [scan],
  )
  const found = (id: number) => {
    const event = new CustomEvent(SCANNED_RECORD, { detail: id, bubbles: true, cancelable: true })
    if (element.current?.dispatchEvent(event)) choose(id)
  }
  return { box, scans, scan, found, done: () => setScans(all => all.slice(1)) }
}

function PickSeveral({ module, field, value, onChange, ...rest }: PickerProps) {
  const chosen = asNumbers(value)
  const onMade = (id: number) => onChange([...chosen, id])
  const { picker, nameOf, keep, drawer } = usePicking({ module, field, chosen, onMade })
  return (
    <>
      <MultiSelect
        {...control(rest)}
        {...picker}
        nameOf={nameOf}
        value={chosen}
        onChange={next => {
          for (const id of next) if (!chosen.includes(id)) keep(id)
          onChange(next)
        }}
      />
      {drawer}
    </>
  )
}
