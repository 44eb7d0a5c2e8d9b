import type { Actor } from '#contract/actor.ts'
import type { FileInput } from '#contract/calls/attached.ts'
import type { Intent } from '#contract/intent.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import type { Tx } from './store.ts'

type Values = Record<string, unknown>

/** An intent whose id may be left to the server (a record created online without a device). */
export type Wish = Omit<Intent, 'id'> & { id: number | null }

/** Where an intent waits in its device's queue. */
export type Place = {
  queueId: string
  queueSeq: number
  lane: string
  prevMid: string | null
  queuedAt: string | null
}

/** Who wishes what, from where. */
export type Ask = {
  wish: Wish
  actor: Actor
  device: string | null
  request: string | null
  offline: boolean
  /** Was the password typed a moment ago? Modules with `confirm` are not written without. */
  confirmed: boolean
  /** Not there where nothing waits: for REST, and for the server's own work. */
  place?: Place
  /** Whose wish it was before, on which device, when, in which words: numbers that were leased to it and files of theirs are good. */
  author?: { user: number; device: string | null; saidAt?: string | null; args: Values }
  /** When it was done, where somebody else told the server of it. */
  doneAt?: string
  /** Who says it, where it is none of our people: history tells it by this name. */
  byName?: string
  /** Why it cannot be kept: `wish` is without what it said, and is refused with these words. */
  unkeepable?: string
  /** Files that come with it, which may not have been announced yet. */
  files?: readonly FileInput[]
}

/** What the writer knows: everything declared, the exceptions, the clock. */
export type Writer = {
  register: Register
  behaviourOf(module: Module): Behaviour | undefined
  now(): Date
}

/** What a module's own code is told. It runs in the transaction of the write. */
export type Occasion = {
  tx: Tx
  ask: Ask
  actor: Actor
  register: Register
  now: string
  module: Module
  /** create, change, archive, restore or a move's name. */
  action: string
  /** The record before; null for a new one. */
  before: Row | null
  /** The record as it will be. */
  row: Row
  changes: Values
  args: Values
  /** The server does this by itself: what a person may do is not asked, what must always hold is. */
  trusted: boolean
  /** Makes another record by all rules but permission: the server does it, not the person. */
  create(module: Module, input: Values): Promise<Row>
  /** Changes another record the same way; `given` fields and stage are allowed. */
  update(module: Module, row: Row, changes: Values): Promise<Row>
  /** Changes another record to values that were asked when they were first written: they only come from elsewhere. */
  carry(module: Module, row: Row, changes: Values): Promise<Row>
}

export type Hook = (occasion: Occasion) => Values | void | Promise<Values | void>

/** What is special about a module on the server. `check` refuses by throwing; `on` acts and answers fields to write. */
export type Behaviour = {
  /** Asked before every write of the module. */
  check?: (occasion: Occasion) => void | Promise<void>
  on?: Record<string, Hook>
  /** What other records follow from it, once the record itself is written. */
  after?: Record<string, (occasion: Occasion) => void | Promise<void>>
}

type ActionsOf<M extends Module> =
  | 'create'
  | 'change'
  | 'archive'
  | 'restore'
  | (keyof NonNullable<M['moves']> & string)

/** Declares what is special about a module; a misspelt action does not compile. */
export const behaviour = <M extends Module>(
  module: M,
  special: {
    check?: Behaviour['check']
    on?: Partial<Record<ActionsOf<M>, Hook>>
    after?: Partial<Record<ActionsOf<M>, (occasion: Occasion) => void | Promise<void>>>
  },
): { module: Module; behaviour: Behaviour } => ({ module, behaviour: special as Behaviour })
