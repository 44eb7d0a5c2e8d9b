import { signOutCall } from '#contract/calls/session.ts'
import { callApi } from '#src/offline/api.ts'
import { readSession } from '#src/offline/device.ts'
import { inTurnWithin } from '#src/offline/turns.ts'
import { signOutHere, tellUntold, toldOfEnd } from '#src/offline/wipe.ts'

/** Has the server heard of it? Where it has not, the device tells it later by the handle that it keeps. */
const endByToken = (token: string): Promise<boolean> =>
  callApi('POST', signOutCall.path, { headers: { Authorization: `Bearer ${token}` }, as: signOutCall.output }).then(
    () => true,
    () => false,
  )

/**
 * What is needed before the local state goes, in one piece, so that a missing one cannot stop half-way. What the server has not
 * heard of is on its way to it by then, where it is to be told; nobody waits for that longer than `patience`.
 */
export async function prepareLeave(tells: boolean, patience: Promise<unknown>) {
  const kept = await readSession().catch(() => null)
  const telling = kept && tells ? await tellUntold(kept.userId).catch(() => null) : null
  return { kept, told: Promise.race([telling?.told, patience]), endByToken, inTurnWithin, signOutHere, toldOfEnd }
}
