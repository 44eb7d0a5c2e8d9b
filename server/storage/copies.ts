import { copyFile, link, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Pool } from 'pg'
import { pictureSizes } from '#contract/calls/attached.ts'
import type { Env } from '#server/env.ts'
import { placeIn } from './folder.ts'
import { filesFolder } from './open.ts'

/** Where the files of a backup are: beside it. */
export const filesOf = (backup: string) => `${backup}.files`

/** A sentence about the attached files, for whoever made or loaded a backup. */
export type Told = string

/** Everything that the database says is kept in the folder. */
async function namesIn(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows: known } = await pool.query<{ there: boolean }>(
    `select to_regclass('public.stored_file') is not null as there`,
  )
  if (!known[0]?.there) return []
  const { rows } = await pool.query<{ name: string; kind: string }>('select name, kind from stored_file order by name')
  return rows.flatMap(({ name, kind }) =>
    kind === 'picture' ? [name, ...pictureSizes.map(size => `${name}-${size}`)] : [name],
  )
}

/**
 * Takes the attached files along with a backup. A file never changes under its name, so on the same disk it is only
 * given a second name: that takes no time and no room, and outlives the first one.
 */
export async function saveFiles(pool: Pick<Pool, 'query'>, env: Env, backup: string): Promise<Told> {
  return copyAll(await namesIn(pool), env, filesFolder(env), filesOf(backup))
}

/** Brings back what a backup took along; what is there already stays. */
export async function loadFiles(pool: Pick<Pool, 'query'>, env: Env, backup: string): Promise<Told> {
  return copyAll(await namesIn(pool), env, filesOf(backup), filesFolder(env))
}

async function copyAll(names: string[], env: Env, from: string, to: string): Promise<Told> {
  if (names.length === 0) return ''
  if (env.s3)
    return `ATTENTION: attached files are in the bucket ${env.s3.bucket} of ${env.s3.endpoint} and are not part of this. Keep copies of the bucket by its own means.`
  const missing: string[] = []
  for (const name of names) if (!(await copyOne(placeIn(from, name), placeIn(to, name)))) missing.push(name)
  const said = `Attached files: ${names.length - missing.length} in ${to}.`
  return missing.length === 0
    ? said
    : `${said} ATTENTION: ${missing.length} are missing in ${from}, such as ${missing[0]}.`
}

async function copyOne(from: string, to: string): Promise<boolean> {
  if (await isThere(to)) return true
  if (!(await isThere(from))) return false
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  // Another disk, or one that knows no second names.
  await link(from, to).catch(() => copyFile(from, to))
  return true
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
