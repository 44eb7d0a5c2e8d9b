import { useEffect, useState } from 'react'
import { startDecoder } from '#src/scan/decode/decoder.ts'
import { makeCamera, type CameraState } from './session.ts'

/** The camera for as long as this part is on the page; `open` is for a button. */
export function useCamera(): { state: CameraState; open: () => void } {
  const [state, setState] = useState<CameraState>({ is: 'away' })
  const [camera] = useState(() => makeCamera(setState))
  useEffect(() => {
    // It gets ready while the person is asked for the camera.
    startDecoder()
    return camera.start()
  }, [camera])
  return { state, open: () => void camera.open() }
}
