import type { Pool } from 'pg'
import type { WebSocket } from 'ws'
import { liveClosed, type LiveMessage, type LivePlace } from '#contract/calls/live.ts'
import type { Register } from '#contract/module.ts'
import { role } from '#contract/modules/access/role.ts'
import { user } from '#contract/modules/access/user.ts'
import { readLines, readPlace, toldTo, type Place } from './feed.ts'
import { listen, type Listening } from './listener.ts'
import { viewersOf, type Viewer } from './viewers.ts'

/** How often it is looked whether clients are there, sessions are alive, and the clock moved without our hearing of it. */
const PULSE = 20_000
/** How long writes are gathered, so that a busy moment is one message. */
const GATHERING = 50
/** How much of the feed is read at once. */
const WINDOW = 2_000
/** Further behind nobody is told what they missed. */
const FAR = 10_000
/** Bytes that may wait on their way to a client. */
const BUFFER = 1_000_000
/** How long a client may take to say goodbye. */
export const PATIENCE = 1_000

/** Connections of one person, and from one address: many people may sit behind one. */
const PER_PERSON = 20
const PER_ADDRESS = 200

export type Arrival = { sessionId: string; deviceId: string | null; address: string }
type Client = Arrival & {
  viewer: Viewer
  socket: WebSocket
  /** Has it been told where it stands? From then on it hears everything. */
  welcome: boolean
  /** Has it answered the last ping? */
  answered: boolean
}

export type Hub = {
  /** Who comes with this session, and whether there is room for one more of them. */
  expect: (arrival: Arrival) => Promise<Viewer | 'signed-out' | 'too-many'>
  join: (socket: WebSocket, viewer: Viewer, arrival: Arrival, since: LivePlace) => void
  stop: () => void
}

// What somebody may see is written in these: they are asked before anything further is told.
const rightsIn: readonly string[] = [user.name, role.name]

/** Tells the clients of this process what is written, whichever process wrote it. */
export function openHub(pool: Pool, register: Register, report: (error: unknown) => void): Hub {
  const clients = new Set<Client>()
  let place: Place | null = null
  /** Whoever came and was not greeted yet. */
  const arriving = new Map<Client, LivePlace>()
  let listening: Listening | null = null
  let pulse: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  /** One thing at a time: whoever comes in between two reads would miss what lies between. */
  let work: Promise<void> = Promise.resolve()
  const inTurn = (task: () => Promise<void>) => {
    work = work.then(task).catch(report)
  }

  function begin(): void {
    listening = listen(
      pool,
      what => {
        if (what !== 'changes') inTurn(judge)
        gathering ??= setTimeout(() => {
          gathering = undefined
          inTurn(greetAll)
          inTurn(readOn)
        }, GATHERING)
      },
      report,
    )
    pulse = setInterval(beat, PULSE)
    pulse.unref()
  }

  function end(): void {
    listening?.stop()
    clearInterval(pulse)
    clearTimeout(gathering)
    listening = null
    gathering = undefined
    place = null
  }

  const isFull = ({ userId }: Viewer, address: string): boolean => {
    const all = [...clients]
    return (
      all.filter(client => client.viewer.userId === userId).length >= PER_PERSON ||
      all.filter(client => client.address === address).length >= PER_ADDRESS
    )
  }

  function join(socket: WebSocket, viewer: Viewer, arrival: Arrival, since: LivePlace): void {
    if (isFull(viewer, arrival.address)) return socket.close(liveClosed.full)
    const client: Client = { ...arrival, viewer, socket, welcome: false, answered: true }
    clients.add(client)
    if (clients.size === 1) begin()
    socket.on('pong', () => (client.answered = true))
    // Nothing is said to us; whoever speaks is no client of ours.
    socket.on('message', () => drop(client, liveClosed.unwanted))
    socket.on('close', () => {
      clients.delete(client)
      arriving.delete(client)
      if (clients.size === 0) end()
    })
    arriving.set(client, since)
    inTurn(greetAll)
  }

  /**
   * All who came meanwhile at once: after a restart they are hundreds. Where the database does not answer, they go on waiting
   * for the next time that something is heard of it.
   */
  async function greetAll(): Promise<void> {
    const newcomers = [...arriving]
    if (newcomers.length === 0) return
    place ??= await readPlace(pool)
    // What they may see was read before they were let in, which may be a while ago.
    await judge()
    for (const [client, since] of newcomers) {
      if (clients.has(client)) await greet(client, since, place)
      arriving.delete(client)
    }
  }

  /** Tells a client what it missed, and from there on it hears all that others do. */
  async function greet(client: Client, since: LivePlace, place: Place): Promise<void> {
    const seen = since.epoch === place.epoch ? since.seq : undefined
    const isNear = seen !== undefined && seen <= place.seq && place.seq - seen <= WINDOW
    const lines = isNear ? await readLines(pool, seen, place.seq) : []
    // The feed is kept for months and not for ever.
    const isWhole = isNear && lines.length === place.seq - seen
    say(client, { ...toldTo(lines, client.viewer, client.deviceId), missed: since.epoch !== undefined && !isWhole })
    client.welcome = true
  }

  /** Closes what ended, and what sees other things now: it comes back and is told what that is. */
  async function judge(): Promise<void> {
    // Whoever comes in meanwhile was judged at the door, and is again when greeted.
    const judged = [...clients]
    const viewers = await viewersOf(pool, register, [...new Set(judged.map(({ sessionId }) => sessionId))])
    for (const client of judged) {
      const now = viewers.get(client.sessionId)
      if (!now) drop(client, liveClosed.signedOut)
      else if (now.rights !== client.viewer.rights) drop(client, liveClosed.rights)
    }
  }

  async function readOn(): Promise<void> {
    let from = place
    if (!from) return
    const clock = await readPlace(pool)
    // Where the last client left meanwhile, whoever came since begins at a place of their own.
    if (place !== from) return
    const isBack = from.epoch !== clock.epoch || clock.seq < from.seq
    if (isBack || clock.seq - from.seq > FAR) {
      place = from = clock
      for (const client of clients) say(client, { missed: true })
    }
    while (from.seq < clock.seq) {
      const to = Math.min(from.seq + WINDOW, clock.seq)
      const lines = await readLines(pool, from.seq, to)
      if (place !== from) return
      place = from = { ...from, seq: to }
      if (lines.some(({ entity }) => rightsIn.includes(entity))) await judge()
      for (const client of clients) {
        const told = toldTo(lines, client.viewer, client.deviceId)
        if (client.welcome && (told.changes.length > 0 || told.many.length > 0)) say(client, told)
      }
    }
  }

  function say(client: Client, what: Partial<LiveMessage>): void {
    const { socket } = client
    if (!place || socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > BUFFER) return drop(client, liveClosed.slow)
    socket.send(JSON.stringify({ ...place, changes: [], many: [], missed: false, ...what } satisfies LiveMessage))
  }

  function drop({ socket }: Client, code: number): void {
    socket.close(code)
    // Whoever does not answer is not waited for.
    setTimeout(() => socket.terminate(), PATIENCE).unref()
  }

  /** Who did not answer since the last beat is not there any more. Who is, hears that we are. */
  function beat(): void {
    for (const client of clients) {
      if (!client.answered) client.socket.terminate()
      else {
        client.answered = false
        client.socket.ping()
        if (client.welcome) say(client, {})
      }
    }
    inTurn(judge)
    inTurn(greetAll)
    inTurn(readOn)
  }

  return {
    async expect(arrival) {
      const viewer = (await viewersOf(pool, register, [arrival.sessionId])).get(arrival.sessionId)
      return !viewer ? 'signed-out' : isFull(viewer, arrival.address) ? 'too-many' : viewer
    },
    join,
    stop: end,
  }
}
