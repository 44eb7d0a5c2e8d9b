import { confirmPasswordCall } from '#contract/calls/password.ts'
import { Problem } from '#contract/problem.ts'
import { readSession } from '#src/offline/device.ts'
import { learnPassword } from './arrival.ts'
import { countTry, unlock } from './lock.ts'
import { askRenewing } from './renew.ts'
import { signOut } from './session.ts'
import { isPasswordOf } from './verifier.ts'

export type Unlocked =
  | { is: 'open' }
  /** The last wrong one signs out. */
  | { is: 'wrong'; left: number }
  /** The server asks to wait, in its words. */
  | { is: 'later'; words: string }
  /** Neither the server nor this device can judge the password now. */
  | { is: 'unknown' }

/** A server that says nothing for so long counts as one that cannot be reached, where the device can judge by itself. In ms. */
const PATIENCE = 5_000

/** Tries to open the lock: by the server where it answers, else by what this device remembers. */
export async function tryUnlock(password: string): Promise<Unlocked> {
  const kept = await readSession().catch(() => null)
  try {
    await askRenewing(
      confirmPasswordCall,
      { password },
      kept?.verifier ? { signal: AbortSignal.timeout(PATIENCE) } : {},
    )
    void learnPassword(password)
    return open()
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return wrong()
    if (error instanceof Problem && error.code === 'too-many') return { is: 'later', words: error.message }
    if (error instanceof Problem && error.status < 500) return { is: 'later', words: error.message }
  }
  if (!kept?.verifier) return { is: 'unknown' }
  return (await isPasswordOf(kept.verifier, password)) ? open() : wrong()
}

function open(): Unlocked {
  unlock()
  return { is: 'open' }
}

function wrong(): Unlocked {
  const left = countTry()
  if (left === 0) void signOut('lockedOut')
  return { is: 'wrong', left }
}
