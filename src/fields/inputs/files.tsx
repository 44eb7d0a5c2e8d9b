import { Suspense } from 'react'
import { piece } from '#src/lib/piece.ts'
import { asNumbers, type InputProps } from '../view.ts'

const FilesInput = piece(() => import('#src/attached/files-input.tsx').then(({ FilesInput }) => FilesInput))

export function Input({ field, value, onChange, onBlur }: InputProps) {
  return (
    <Suspense fallback={<div className="h-24" />}>
      <FilesInput
        module={field.module}
        field={field.name}
        value={asNumbers(value)}
        onChange={onChange}
        onBlur={onBlur}
      />
    </Suspense>
  )
}
