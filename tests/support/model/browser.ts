import { Dexie } from 'dexie'
import { IDBKeyRange, type IDBFactory } from 'fake-indexeddb'
import { closeDeviceDb } from '#src/offline/device.ts'

/** What a page keeps beside its databases. */
export type PageWords = { local: object; session: object }

export const pageWords = (): PageWords => ({ local: words(), session: words() })

/** As localStorage: its words are its own properties, what can be done with them is not. */
const words = (): object =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key]! : null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      Reflect.deleteProperty(this, key)
    },
    clear(this: Record<string, string>) {
      for (const key of Object.keys(this)) Reflect.deleteProperty(this, key)
    },
  }) as object

const whole = globalThis as unknown as Record<string, unknown>

/** All devices of a model live in one program: while this runs, its databases are those of one of them. */
export async function inBrowser<R>(factory: IDBFactory, work: () => Promise<R>): Promise<R> {
  const usual = [whole.indexedDB, Dexie.dependencies] as const
  whole.indexedDB = factory
  Dexie.dependencies = { indexedDB: factory, IDBKeyRange }
  try {
    return await work()
  } finally {
    ;[whole.indexedDB, Dexie.dependencies] = usual
  }
}

/** The same for work on what all people of the device share, and on what its page keeps. */
export async function inPage<R>(
  factory: IDBFactory,
  { local, session }: PageWords,
  work: () => Promise<R>,
): Promise<R> {
  await closeDeviceDb()
  return inBrowser(factory, async () => {
    whole.localStorage = local
    whole.sessionStorage = session
    try {
      return await work()
    } finally {
      Reflect.deleteProperty(whole, 'localStorage')
      Reflect.deleteProperty(whole, 'sessionStorage')
      await closeDeviceDb()
    }
  })
}
