import { useEffect, useEffectEvent, useRef } from 'react'
import type { Code } from '#src/scan/decode/code.ts'
import { watchFrames } from './frames.ts'
import { keepAwake } from './keep-awake.ts'

type Props = { stream: MediaStream; onCodes: (codes: Code[]) => void; onBroken: () => void }

/** What the camera sees, and whoever looks at it. */
export function Picture({ stream, onCodes, onBroken }: Props) {
  const element = useRef<HTMLVideoElement>(null)
  const tell = useEffectEvent(onCodes)
  const complain = useEffectEvent(onBroken)
  useEffect(() => {
    const video = element.current!
    const track = stream.getVideoTracks()[0]
    // What was interrupted by a call stands still when it comes back.
    const play = () => void video.play().catch(() => undefined)
    video.srcObject = stream
    play()
    track?.addEventListener('unmute', play)
    return () => {
      track?.removeEventListener('unmute', play)
      video.srcObject = null
    }
  }, [stream])
  useEffect(() => {
    return watchFrames(element.current!, { codes: codes => tell(codes), broken: () => complain() })
  }, [])
  useEffect(() => keepAwake(), [])
  return (
    <video
      ref={element}
      // Without these three a phone shows nothing, or opens a player of its own.
      playsInline
      muted
      autoPlay
      className="absolute inset-0 size-full object-cover"
    />
  )
}
