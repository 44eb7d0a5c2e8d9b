import type { RestoredAnswer, SignInAnswer } from '#contract/calls/session.ts'
import type { DeviceSession } from './device.ts'
import { fileKeyFrom } from './file-key.ts'
import { sealKeyFrom } from './seal.ts'

/** What the device remembers of a session: what the server says of it, and what only this device knows. */
export async function sessionFrom(
  answer: SignInAnswer | RestoredAnswer,
  own: Required<Pick<DeviceSession, 'token' | 'revocation' | 'keep'>>,
): Promise<DeviceSession> {
  const { userId, name, stage, house, lasts, user, actor } = answer
  const sealKey = await sealKeyFrom(answer.sealKey ?? '')
  const fileKey = await fileKeyFrom(answer.fileKey ?? '')
  return {
    userId,
    name,
    stage,
    house,
    lasts,
    sessionUser: user,
    actor,
    ...own,
    ...(sealKey && { sealKey }),
    ...(fileKey && { fileKey }),
  }
}
