import { useSyncExternalStore } from 'react'
import type { Action } from '#contract/action.ts'
import type { Actor } from '#contract/actor.ts'
import { actorFrom } from '#contract/actor.ts'
import { meCall, type ActorAnswer } from '#contract/calls/session.ts'
import type { Module } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { callApi, onForbidden } from '#src/offline/api.ts'
import { onTabMessage, tellTabs } from '#src/offline/channel.ts'
import { changeSession, readSession } from '#src/offline/device.ts'
import { onMeChanged } from '#src/offline/pull.ts'
import { showWho, type Who } from './house.ts'
import { isOfAnother, refreshUser, session } from './store.ts'
import { listeners } from '#src/lib/listeners.ts'

let current: Actor | null = null
let shown = ''
const { subscribe, tell } = listeners()

type Kept = Who & { actor: ActorAnswer }

function show({ actor, ...who }: Kept) {
  showWho(who)
  const text = JSON.stringify(actor)
  if (text === shown) return
  shown = text
  current = actorFrom(actor)
  tell()
}

const whoOf = ({ userId, name, stage, house }: Who): Who => ({ userId, name, stage, house })

let asking: Promise<void> | null = null

/** Asks the server who this is now, and keeps the answer on the device. However many ask at once, one question goes. */
export const refreshActor = (): Promise<void> =>
  (asking ??= ask().finally(() => {
    asking = null
  }))

/** Did the session of this page end while the server was asked? Another tab may have begun another one. */
const isOver = () => !session().signedIn || isOfAnother()

async function ask(): Promise<void> {
  const { user, actor, lasts, hash, ...who } = await callApi('GET', '/auth/me', { as: meCall.output })
  if (isOver()) return
  const fileKey = await newFileKey(who.fileKey)
  // Of them and of no others the hash is kept: rights that came back would be no news else.
  await changeSession(({ meHash: before, ...kept }) =>
    kept.userId === who.userId
      ? {
          ...kept,
          ...whoOf(who),
          lasts,
          sessionUser: user,
          actor,
          ...(hash && { meHash: hash }),
          ...(fileKey && { fileKey }),
        }
      : { ...kept, ...(before && { meHash: before }) },
  ).catch(() => undefined)
  if (isOver()) return
  refreshUser(user)
  show({ ...whoOf(who), actor })
}

/** A device that signed in before there was such a key gets it. What makes it comes when it is needed. */
async function newFileKey(text: string | undefined): Promise<CryptoKey | null> {
  const kept = text ? await readSession().catch(() => null) : null
  if (!kept || kept.fileKey) return null
  const { fileKeyFrom } = await import('#src/offline/file-key.ts')
  return fileKeyFrom(text!)
}

/** Who is acting, from the device if it knows: the app then starts without a connection. Fails if nobody can say. */
export async function startActor(): Promise<Actor> {
  const kept = await readSession().catch(() => null)
  if (kept?.actor && kept.house) show({ ...whoOf(kept), actor: kept.actor })
  else await refreshActor()
  if (!current) throw new Error('signed out meanwhile')
  return current
}

/** Asks again as soon as something says that rights have changed, here or in another tab. Answers how to stop that. */
export function watchRights(): () => void {
  const again = () => void refreshActor().catch(() => undefined)
  // The hash is kept once the answer to it is there, so that one that got lost is asked for again.
  const changed = async (hash: string) => {
    const kept = await readSession()
    if (kept?.meHash === hash) return
    // An answer that is under way may be older than the change.
    await asking?.catch(() => undefined)
    await refreshActor()
    // A server of before says no hash with its answer.
    await changeSession(kept => ({ meHash: hash, ...kept }))
    if (kept) tellTabs({ kind: 'me', userId: kept.userId })
  }
  const stops = [
    onMeChanged(hash => void changed(hash).catch(() => undefined)),
    onForbidden(again),
    onTabMessage(message => {
      if (message.kind === 'me') again()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Tells who is acting, now and whenever what they may do is different. Answers how to stop that. */
export function watchActor(listener: (actor: Actor) => void): () => void {
  const told = () => {
    if (current) listener(current)
  }
  told()
  return subscribe(told)
}

/** The person at work, as the rules see them. Only below the signed-in part of the app. */
export function useActor(): Actor {
  const actor = useSyncExternalStore(subscribe, () => current)
  if (!actor) throw new Error('useActor outside of a session')
  return actor
}

type Guarded = Pick<Module, 'code' | 'wide'>

export const useCan = (module: Guarded, action: Action): boolean => can(useActor(), module, action)
