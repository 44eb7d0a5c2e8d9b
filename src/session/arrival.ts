import { forgotPasswordCall } from '#contract/calls/password.ts'
import { signInCall, type SignInAnswer } from '#contract/calls/session.ts'
import { callApi } from '#src/offline/api.ts'
import { ask } from '#src/offline/ask.ts'
import { deviceAgain } from '#src/offline/device-again.ts'
import { changeSession, readSession, readShared, writeSession } from '#src/offline/device.ts'
import { inTurn } from '#src/offline/locks.ts'
import { sessionFrom } from '#src/offline/session-from.ts'
import { retryWipes, sendRevocations, signOutHere } from '#src/offline/wipe.ts'
import { noteArrival } from './remembered.ts'
import { session, TURN } from './store.ts'
import { isPasswordOf, makeVerifier } from './verifier.ts'

/** The name of this device, or null in a browser that keeps nothing. */
export const thisDevice = (): Promise<string | null> => deviceAgain().catch(() => null)

export const askForLink = (username: string) => ask(forgotPasswordCall, { username })

/**
 * Signs in, or up: the answer is the same. Throws as callApi does; where nothing was said at all an error without words, since
 * people are told that in words of their own.
 */
export async function askToEnter(path: string, json: object): Promise<SignInAnswer> {
  let isNothing = false
  const parse = (body: unknown) => {
    isNothing = Object.keys(body ?? {}).length === 0
    return signInCall.output.parse(body)
  }
  return callApi('POST', path, { json, as: { parse } }).catch((error: unknown) => {
    throw isNothing ? new Error('') : error
  })
}

/** Keeps what the server said of the new session, and then lets it begin. */
export async function keepOnDevice(
  answer: SignInAnswer,
  keep: boolean,
  password: string,
  begin: () => void,
): Promise<void> {
  const { revocation, token, user } = answer
  const session = await sessionFrom(answer, { token, revocation, keep })
  await inTurn(TURN, async () => {
    // Without a working database the app still works online; the reason is shown as trouble of the device.
    await writeSession(session).catch(() => {})
    await noteArrival(user.username).catch(() => {})
    begin()
  })
  // Takes a moment on purpose, and nobody has to wait for it.
  if (await readShared().catch(() => false)) void rememberPassword(answer.userId, password)
}

/** From now on this device recognizes the password of the present session without the server. */
export async function rememberPassword(userId: number, password: string): Promise<void> {
  const verifier = await makeVerifier(password)
  if (verifier) await changeSession(kept => (kept.userId === userId ? { ...kept, verifier } : kept))
}

/** The server has just found this password right: a shared device learns it, in the place of one that is right no more. */
export async function learnPassword(password: string): Promise<void> {
  const [kept, shared] = await Promise.all([readSession(), readShared()]).catch(() => [null, false] as const)
  if (!kept || !shared || (kept.verifier && (await isPasswordOf(kept.verifier, password)))) return
  await rememberPassword(kept.userId, password)
}

/** What an earlier sign-out could not finish: it was cut short, a database was held open, the server did not hear of it. */
export async function tidyUp(): Promise<void> {
  await inTurn(TURN, async () => {
    const kept = await readSession()
    // In its turn, because in another tab somebody may be signing in at this moment.
    if (kept && !session().signedIn && localStorage.getItem('token') === null)
      await signOutHere({ userId: kept.userId, revocation: kept.revocation })
    // Nor is anything sealed of somebody who comes back at this moment.
    await retryWipes()
  })
  await sendRevocations()
}
