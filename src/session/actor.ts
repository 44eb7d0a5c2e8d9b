import { useSyncExternalStore } from 'react'
import type { Action } from '#contract/action.ts'
import type { Actor } from '#contract/actor.ts'
import { actorFrom, type ActorAnswer, type MeAnswer } from '#contract/calls/session.ts'
import type { Module } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { callApi } from '#src/offline/api.ts'
import { readSession, writeSession } from '#src/offline/device.ts'
import { refreshUser, session } from './store.ts'

let current: Actor | null = null
let shown = ''
const listeners = new Set<() => void>()

const show = (stored: ActorAnswer) => {
  const text = JSON.stringify(stored)
  if (text === shown) return
  shown = text
  current = actorFrom(stored)
  for (const listener of listeners) listener()
}

/** Asks the server who this is now, and keeps the answer on the device. */
export async function refreshActor(): Promise<void> {
  const { user, userId, actor } = await callApi<MeAnswer>('GET', '/auth/me')
  if (!session().signedIn) return
  const kept = await readSession().catch(() => null)
  if (kept) await writeSession({ ...kept, userId, sessionUser: user, actor })
  refreshUser(user)
  show(actor)
}

/** Who is acting, from the device if it knows: the app then starts without a connection. Fails if nobody can say. */
export async function startActor(): Promise<Actor> {
  const kept = await readSession().catch(() => null)
  if (kept?.actor) show(kept.actor)
  else await refreshActor()
  if (!current) throw new Error('signed out meanwhile')
  return current
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The person at work, as the rules see them. Only below the signed-in part of the app. */
export function useActor(): Actor {
  const actor = useSyncExternalStore(subscribe, () => current)
  if (!actor) throw new Error('useActor outside of a session')
  return actor
}

type Guarded = Pick<Module, 'code' | 'wide'>

export const useCan = (module: Guarded, action: Action): boolean => can(useActor(), module, action)
