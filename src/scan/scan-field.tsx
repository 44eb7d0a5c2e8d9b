import CameraIcon from 'lucide-react/icons/camera'
import Keyboard from 'lucide-react/icons/keyboard'
import ScanLine from 'lucide-react/icons/scan-line'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { Suspense, useEffect, useRef, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { coarse } from '#src/lib/coarse.ts'
import { isField, isInterrupted } from '#src/lib/keys/listen.ts'
import { isByGun } from '#src/lib/keys/scans.ts'
import { piece } from '#src/lib/piece.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { isLoud, setLoud } from '#src/parts/sounds.ts'

const CameraView = piece(() => import('./camera/camera.tsx').then(it => it.Camera))

type Props = {
  /** Has it a camera of its own? A page that has one beside it needs none. */
  camera?: boolean
  ref?: Ref<HTMLInputElement>
  label: string
  /** What stands in it while nothing does: that it waits, or that nothing is missing any more. */
  placeholder: string
  onScan: (text: string, byGun: boolean) => void
}

/**
 * Takes what a scan gun types, or a person. It has the focus when it comes. Signs that are typed outside of any field go to it.
 * The page around it takes what is scanned elsewhere. On a tablet no keyboard stands over the page, unless somebody asks for one.
 */
export function ScanField({ camera = false, ref, label, placeholder, onScan }: Props) {
  const { t } = useTranslation('scan')
  const [text, setText] = useState('')
  const [types, setTypes] = useState(false)
  const [loud, changeLoud] = useState(isLoud)
  const [looks, setLooks] = useState(false)
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const bring = (event: KeyboardEvent) => {
      const { target, key } = event
      const writes = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (writes && !event.defaultPrevented && !isField(target) && !isInterrupted()) own.current?.focus()
    }
    window.addEventListener('keydown', bring)
    return () => window.removeEventListener('keydown', bring)
  }, [])
  const scan = () => {
    const said = own.current?.value.trim() ?? ''
    setText('')
    if (said) onScan(said, isByGun())
  }
  return (
    <>
      {looks && (
        <Suspense fallback={<div className="min-h-72 bg-camera" />}>
          <CameraView onCode={text => onScan(text, false)} />
        </Suspense>
      )}
      <form
        noValidate
        data-scan
        className="flex flex-wrap items-center gap-2 border-b bg-surface-sunken p-3"
        onSubmit={event => {
          event.preventDefault()
          scan()
        }}
      >
        <TextInput
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever comes here scans first
          autoFocus
          ref={node => {
            own.current = node
            if (typeof ref === 'function') ref(node)
            else if (ref) ref.current = node
          }}
          size="xl"
          icon={ScanLine}
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onChange={setText}
          inputMode={types ? 'text' : coarse() ? 'none' : 'text'}
          enterKeyHint="done"
          autoCapitalize="characters"
          spellCheck={false}
          className="min-w-60 flex-1"
          inputClassName="text-60!"
        />
        {camera && (
          <IconButton
            size="xl"
            variant="secondary"
            icon={CameraIcon}
            label={t('camera.label')}
            aria-pressed={looks}
            onClick={() => {
              setLooks(!looks)
              own.current?.focus()
            }}
          />
        )}
        <IconButton
          size="xl"
          variant="secondary"
          icon={Keyboard}
          label={t('field.type')}
          aria-pressed={types}
          className="pointer-fine:hidden"
          onClick={() => {
            setTypes(types => !types)
            own.current?.blur()
            // The keyboard follows what the field says when it gets the focus.
            requestAnimationFrame(() => own.current?.focus())
          }}
        />
        <IconButton
          size="xl"
          variant="secondary"
          icon={loud ? Volume2 : VolumeX}
          label={t('field.sound')}
          aria-pressed={loud}
          onClick={() => {
            setLoud(!loud)
            changeLoud(!loud)
            own.current?.focus()
          }}
        />
      </form>
    </>
  )
}
