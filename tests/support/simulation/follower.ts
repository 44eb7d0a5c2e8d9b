import type { PullAnswer, SnapshotAnswer } from '#contract/calls/sync.ts'
import type { PullQuery } from '#server/sync/pull.ts'

type Row = Record<string, unknown>
type Held = { t: string; v: number; row: Row }

/** How a follower reaches the server: over HTTP, or the functions behind it. */
export type Reach = {
  pull(query: PullQuery): Promise<PullAnswer>
  snapshot(after: string | undefined): Promise<SnapshotAnswer>
}

/** A device that only reads: it keeps what the server sends by the rules that every client must keep. */
export function follower(reach: Reach) {
  const rows = new Map<number, Held>()
  const cursors: number[] = []
  const resets: string[] = []
  let cursor: { epoch?: string; seq: number; groups?: string } = { seq: 0 }

  const take = (change: PullAnswer['changes'][number]) => {
    const held = rows.get(change.id)
    if ('gone' in change) {
      if (held && change.v >= held.v) rows.delete(change.id)
    } else if (!held || change.v > held.v) rows.set(change.id, { t: change.t, v: change.v, row: change.row })
  }

  const load = async () => {
    const pages: SnapshotAnswer[] = []
    for (let after: string | undefined; pages.at(-1)?.next !== null; after = pages.at(-1)!.next ?? undefined)
      pages.push(await reach.snapshot(after))
    const { epoch, seq, groups } = pages[0]!
    rows.clear()
    for (const change of pages.flatMap(page => page.rows)) take(change)
    cursor = { epoch, seq, groups: groups.hash }
    return pages
  }

  /** One page; true if more wait. */
  const step = async (): Promise<boolean> => {
    const answer = await reach.pull({ ...cursor, unsent: 0 })
    if (answer.reset) {
      resets.push(answer.reset)
      await load()
      return true
    }
    for (const change of answer.changes) take(change)
    cursors.push(answer.seq)
    cursor = { epoch: answer.epoch, seq: answer.seq, groups: answer.groups?.hash ?? cursor.groups! }
    return answer.more
  }

  return {
    rows,
    /** Every cursor it was given, in order. */
    cursors,
    resets,
    load,
    step,
    /** Reads until nothing waits. */
    async catchUp() {
      while (await step());
    },
    row: (id: number): Row | undefined => rows.get(id)?.row,
    cursor: () => cursor,
  }
}

export type Follower = ReturnType<typeof follower>
