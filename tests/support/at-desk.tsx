import { act } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { DeskContext, makeDesk } from '#src/scan/modes/desk.ts'

type Desk = ReturnType<typeof makeDesk>

/** A mode on the page of the scanner, without its camera and its field. */
export function AtDesk({ desk, children }: { desk: Desk; children: ReactNode }) {
  const [cover, setCover] = useState<HTMLElement | null>(null)
  return (
    <DeskContext value={{ desk, cover, setBlocked: () => undefined, focus: () => undefined }}>
      <div ref={setCover} />
      {children}
    </DeskContext>
  )
}

/** A gun reads these, one right after the other. */
export const scanAt = (desk: Desk, ...codes: string[]) => act(async () => codes.forEach(code => desk.give(code, true)))
