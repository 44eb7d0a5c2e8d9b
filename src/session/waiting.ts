import { knownUsers, readShared } from '#src/offline/device.ts'

/** Do several people use this device in turn? */
export const isShared = (): Promise<boolean> => readShared().catch(() => false)

/** Unsent work of people who have signed out here: how much, and the first letters of their names. Nothing more. */
export type Waiting = { count: number; initials: string[] }

export async function whatWaits(): Promise<Waiting | null> {
  const users = (await knownUsers()).filter(({ unsent }) => unsent > 0)
  if (users.length === 0) return null
  return {
    count: users.reduce((sum, { unsent }) => sum + unsent, 0),
    initials: users.map(({ initial }) => initial || '?'),
  }
}
