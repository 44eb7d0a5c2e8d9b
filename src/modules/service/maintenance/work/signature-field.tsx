import Check from 'lucide-react/icons/check'
import Eraser from 'lucide-react/icons/eraser'
import Keyboard from 'lucide-react/icons/keyboard'
import PenLine from 'lucide-react/icons/pen-line'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { pictureOfName, type Drawn } from './signature-picture.ts'
import { SignaturePad, type PadHandle } from './signature-pad.tsx'

type Props = {
  name: string
  /** Gets what makes the file, so that nothing is made in vain. */
  onSign: (draw: () => Drawn) => void
  onTouch: () => void
  /** There is one already, which can stay. */
  onBack?: (() => void) | undefined
}

/** A signature by finger or pen; who cannot draw types the name. */
export function SignatureField({ name, onSign, onTouch, onBack }: Props) {
  const { t } = useTranslation('maintenance')
  const [types, setTypes] = useState(false)
  const [typed, setTyped] = useState(name)
  const [strokes, setStrokes] = useState(0)
  const pad = useRef<PadHandle>(null)
  const isEmpty = types ? typed.trim() === '' : strokes === 0
  const keep = () => onSign(async () => (types ? pictureOfName(typed.trim()) : (pad.current?.picture() ?? null)))
  return (
    <div className="grid gap-3">
      {types ? (
        <Field label={t('screen.work.sign.name')}>
          <TextInput size="xl" value={typed} onChange={setTyped} maxLength={120} inputClassName="italic" />
        </Field>
      ) : (
        <SignaturePad
          ref={pad}
          label={t('screen.work.sign.here')}
          onStrokes={count => {
            setStrokes(count)
            onTouch()
          }}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {!types && (
          <>
            <Button size="lg" icon={Undo2} mirrored disabled={strokes === 0} onClick={() => pad.current?.undo()}>
              {t('screen.work.sign.undo')}
            </Button>
            <Button size="lg" icon={Eraser} disabled={strokes === 0} onClick={() => pad.current?.clear()}>
              {t('screen.work.sign.clear')}
            </Button>
          </>
        )}
        <Button
          size="lg"
          variant="ghost"
          icon={types ? PenLine : Keyboard}
          onClick={() => {
            setTypes(!types)
            setStrokes(0)
            onTouch()
          }}
        >
          {t(types ? 'screen.work.sign.draw' : 'screen.work.sign.type')}
        </Button>
        {onBack && (
          <Button size="lg" variant="ghost" icon={X} onClick={onBack}>
            {t('screen.work.sign.keepOld')}
          </Button>
        )}
        <Button size="lg" icon={Check} disabled={isEmpty} className="ms-auto max-sm:w-full" onClick={keep}>
          {t('screen.work.sign.keep')}
        </Button>
      </div>
    </div>
  )
}
