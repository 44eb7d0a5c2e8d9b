import type { Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import type { Deeds } from '#server/crud/by-server.ts'
import type { Database } from '#server/db/connect.ts'
import { storeOneTimePassword, storePassword } from '#server/lib/passwords.ts'
import type { StandardRole } from './roles.ts'

type Values = Record<string, unknown>

/** Adds roles and answers their ids by name. */
export async function addRoles(deeds: Deeds, roles: StandardRole[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const role of roles) ids.set(role.name, (await deeds.create(modules.role, role)).id)
  return ids
}

/** Adds somebody; with a password they can sign in. */
export async function addPerson(deeds: Deeds, input: Values, passwordHash: string | null, id?: number): Promise<Row> {
  const person = await deeds.create(modules.user, input, id)
  if (passwordHash !== null) await setPassword(deeds, person.id, passwordHash)
  return person
}

/** The same with one that the server made: another one has to be chosen at the first sign-in. */
export const setOneTimePassword = ({ also }: Pick<Deeds, 'also'>, user: number, hash: string) =>
  storeOneTimePassword(also, user, hash)

export const setPassword = ({ also }: Pick<Deeds, 'also'>, user: number, hash: string) =>
  storePassword(also, user, hash)

/** The one record of how the business wants the app to be. */
export const addGeneralSetting = (deeds: Deeds) =>
  deeds.create(modules.generalSetting, {
    companyName: 'Caredesk',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
  })

export const hasGeneralSetting = async ({ pool }: Pick<Database, 'pool'>): Promise<boolean> =>
  (await pool.query('select 1 from general_setting')).rows.length > 0
