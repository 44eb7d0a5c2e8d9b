import { Suspense, useRef } from 'react'
import { coarse } from '#src/lib/coarse.ts'
import { handScan } from '#src/lib/keys/scans.ts'
import { piece } from '#src/lib/piece.ts'
import { TextInput } from '#src/ui/text-input.tsx'
import { asText, orNull, typed, type InputProps } from '../view.ts'

const CameraForField = piece(() => import('#src/scan/camera/camera-for-field.tsx').then(it => it.CameraForField))

export function Input({ field, value, onChange, ...rest }: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  // At a desk a gun is nearer, and a cell has no room for it.
  const isRead = field.meta.code && rest['aria-label'] === undefined && coarse()
  return (
    <TextInput
      {...typed(rest)}
      ref={input}
      data-code={field.meta.code}
      value={asText(value)}
      onChange={text => onChange(orNull(text))}
      suffix={
        isRead && (
          <Suspense>
            <CameraForField onCode={code => input.current && handScan(code, input.current)} />
          </Suspense>
        )
      }
    />
  )
}
