import type { Readable } from 'node:stream'

/** Bytes in memory, or a file on this machine whose size and SHA-256 are known. */
export type Content = Buffer | { path: string; size: number; sha256: string }
export type Stretch = { start: number; end: number }

/** Where bytes are kept, under names that the server gives. What is written under a name is never written anew. */
export type Storage = {
  /** Resolves when the bytes would outlive a crash. */
  put(name: string, content: Content): Promise<void>
  /** The bytes, or a stretch of them, both ends included; null where there is nothing of that name. */
  read(name: string, stretch?: Stretch): Promise<Readable | null>
  /** What is not there is not missed. */
  remove(name: string): Promise<void>
}
