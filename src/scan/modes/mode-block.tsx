import { useLayoutEffect, type ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { ScanBlock } from '../scan-block.tsx'
import { useDesk } from './desk.ts'

/** Lies over the camera until it is answered; nothing is scanned behind it. */
export function ModeBlock(props: ComponentProps<typeof ScanBlock>) {
  const { cover, setBlocked, focus } = useDesk()
  useLayoutEffect(() => {
    setBlocked(true)
    return () => setBlocked(false)
  }, [setBlocked])
  const done = () => {
    props.onDone()
    // The field is there again with the next picture.
    requestAnimationFrame(focus)
  }
  return cover && createPortal(<ScanBlock {...props} onDone={done} />, cover)
}
