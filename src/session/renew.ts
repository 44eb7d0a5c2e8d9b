import type { AnswerOf, AskOf } from '#contract/call.ts'
import type { changePasswordCall, confirmPasswordCall } from '#contract/calls/password.ts'
import type { CallOptions } from '#src/offline/api.ts'
import { ask } from '#src/offline/ask.ts'
import { changeSession, type DeviceSession } from '#src/offline/device.ts'
import { isSameSession, readToken } from '#src/offline/token.ts'
import { renewToken } from './store.ts'

/**
 * Asks what a person proves who they are with. The server answers another token then, with which the whole device goes on: its
 * tabs and, by the device's database, its service worker.
 */
export async function askRenewing<C extends typeof changePasswordCall | typeof confirmPasswordCall>(
  call: C,
  input: AskOf<C>,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<AnswerOf<C>> {
  const before = readToken()
  const answer = await ask(call, input, options)
  const { token } = answer
  if (token !== undefined && renewToken(before, token)) await changeSession(withTokenOfNow).catch(() => undefined)
  return answer
}

/** A page may have closed before it had noted its token here, and another tab may have renewed this one since. */
function withTokenOfNow(kept: DeviceSession): DeviceSession {
  const token = readToken()
  return token !== null && isSameSession(kept.token ?? null, token) ? { ...kept, token } : kept
}
