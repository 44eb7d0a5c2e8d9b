import type { Env } from '#server/env.ts'
import { folderStorage } from './folder.ts'
import { s3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** The folder of files of this installation. */
export const filesFolder = (env: Pick<Env, 'dataDir'>) => `${env.dataDir}/files`

export const openStorage = (env: Pick<Env, 'dataDir' | 's3'>): Storage =>
  env.s3 ? s3Storage(env.s3) : folderStorage(filesFolder(env))
