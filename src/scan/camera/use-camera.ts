import { useEffect, useState } from 'react'
import { startDecoder } from '#src/scan/decode/decoder.ts'
import { makeCamera, type CameraState } from './session.ts'
import type { Trouble } from './stream.ts'

type OnPage = { state: CameraState; open: () => void; fail: (trouble: Trouble) => void }

/** The camera for as long as this part is on the page; `open` is for a button, `fail` for pictures that nobody can read. */
export function useCamera(): OnPage {
  const [state, setState] = useState<CameraState>({ is: 'away' })
  const [camera] = useState(() =>
    makeCamera(now => {
      // It gets ready while the camera does, also where it was put away meanwhile because nobody looked.
      if (now.is === 'asking') startDecoder()
      setState(now)
    }),
  )
  useEffect(() => {
    // Earlier still while the person is asked for the camera.
    startDecoder()
    return camera.start()
  }, [camera])
  return { state, open: () => void camera.open(), fail: camera.fail }
}
