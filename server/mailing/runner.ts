import type pg from 'pg'
import type { Row } from '#contract/module.ts'
import { can, inScope, mayMove } from '#contract/rules.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { daily } from '#server/lib/daily.ts'
import { mailFate, mailTrouble, type Mailer } from '#server/lib/mail.ts'
import type { Letter as Mail } from '#server/lib/mail-texts.ts'
import { isPassing } from '#server/lib/outage.ts'
import { findActor } from '#server/lib/people.ts'
import { runOn, type Run } from '#server/lib/transaction.ts'
import type { Letter } from './queue.ts'

/** How often it is looked whether there is something to send, in milliseconds. */
const LOOK = 2_000
/** Seconds after which a process that says nothing more has ended. */
const HELD = 60
/** Seconds until it is tried again, one after the other. */
const PAUSES = [30, 120, 600, 3_600]
const KEPT_DAYS = 60

/** Writes the mail about a record of some module. */
export type WriteMail = (
  run: Run,
  row: Row,
  asked: Pick<Letter, 'message' | 'about'>,
) => Promise<{ name: string; mail: Mail }>
export type WritersOfMail = Readonly<Record<string, WriteMail | undefined>>

type Means = { pool: pg.Pool; written: Written; mailer: Mailer; writers: WritersOfMail }
type Tell = (error: unknown, message: string, details?: object) => void
type Fate = { state: 'sent' } | { state: 'waiting' | 'failed' | 'unsure'; trouble: string }

const letterColumns = 'id, module, record, recipient, message, about, author, state, tries'
const UNSURE = 'It is not known whether this has gone out. Ask before you send it again.'

/** The next one: to be sent, or to be given up because nobody knows how far another process had come with it. */
async function claim(pool: pg.Pool): Promise<Letter | null> {
  const { rows } = await pool.query<Letter>(
    `update mail_letter set state = case state when 'waiting' then 'sending' else 'unsure' end, tries = tries + 1,
       held_until = now() + interval '${HELD} s'
     where id = (
       select id from mail_letter
       where ended_at is null and due_at <= now() and (state = 'waiting' or coalesce(held_until, now()) <= now())
       order by due_at limit 1 for update skip locked)
     returning ${letterColumns}`,
  )
  return rows[0] ?? null
}

/** Sends it, if that is still right, and says what became of it. */
async function sent({ pool, written, mailer, writers }: Means, letter: Letter): Promise<Fate> {
  if (letter.state === 'unsure') return { state: 'unsure', trouble: UNSURE }
  const failed = (trouble: string): Fate => ({ state: 'failed', trouble })
  const { register } = written.writer
  const module = register[letter.module]
  const write = writers[letter.module]
  const actor = await findActor(pool, register, letter.author)
  const row =
    module && (await byServer(written, { actor: null, request: null }, ({ load }) => load(module, letter.record)))
  const move = module?.moves?.mail
  if (!module || !write || !row || !move) return failed('There is nothing to send any more.')
  if (!actor || !mayMove(module, move, actor) || !can(actor, module, 'details') || !inScope(module, row, actor))
    return failed('Whoever asked for this has no longer the right to it.')
  if (!move.from?.includes(row.stage as string)) return failed('It cannot be sent any more.')
  const { name, mail } = await write(runOn(pool), row, letter)
  try {
    await mailer.send({ id: letter.record, name, email: letter.recipient }, { ...mail, messageId: letter.id })
    return { state: 'sent' }
  } catch (error) {
    const fate = mailFate(error)
    if (fate === 'unsure') return { state: 'unsure', trouble: `${UNSURE} ${mailTrouble(error)}`.slice(0, 300) }
    const isLast = letter.tries > PAUSES.length
    return { state: fate === 'later' && !isLast ? 'waiting' : 'failed', trouble: mailTrouble(error) }
  }
}

/** Notes what became of it, and tells the record, in one transaction. */
function settle({ written }: Means, letter: Letter, fate: Fate): Promise<void> {
  const trouble = fate.state === 'sent' ? null : fate.trouble
  return byServer(written, { actor: letter.author, request: null }, async ({ also, load, update }) => {
    const module = written.writer.register[letter.module]
    const row = module && (await load(module, letter.record))
    const isOver = fate.state !== 'waiting'
    const pause = PAUSES[letter.tries - 1] ?? 0
    const ours = await also(
      `update mail_letter set state = $2, trouble = $3, held_until = null, due_at = now() + make_interval(secs => $4),
         ended_at = case when $5 then now() end
       where id = $1 and ended_at is null and (state = 'sending' or $2 = 'unsure') returning id`,
      [letter.id, fate.state, trouble, pause, isOver],
    )
    if (ours.length === 0 || !module || !row) return
    const told = isOver
      ? fate.state === 'sent'
        ? { mailingTo: null, mailedTo: letter.recipient, mailedAt: written.writer.now().toISOString() }
        : { mailingTo: null, mailTrouble: trouble }
      : { mailTrouble: trouble }
    await update(module, row, { mailTrouble: null, ...told })
  })
}

/**
 * Sends what was asked for, one mail at a time. None goes out twice: what a process had in hand when it ended is given up and
 * said to be, because it may have gone.
 */
export function openMailRunner(means: Means, tell: Tell): { close(): Promise<void> } {
  const { pool } = means
  const life = { isClosing: false }
  let running: Promise<void> | null = null

  async function work(): Promise<void> {
    for (
      let letter = await claim(pool);
      letter && !life.isClosing;
      letter = life.isClosing ? null : await claim(pool)
    ) {
      const { id } = letter
      const fate = await sent(means, letter).catch((error: unknown): Fate => {
        tell(error, 'A mail could not be written', { letter: id })
        return { state: 'failed', trouble: 'It could not be written. Somebody has to look at the log of the server.' }
      })
      await settle(means, letter, fate)
    }
  }
  const wake = () => {
    if (life.isClosing) return
    running ??= work()
      // There is a next time.
      .catch((error: unknown) => {
        if (!isPassing(error)) tell(error, 'Mails are put off')
      })
      .finally(() => (running = null))
  }
  const timer = setInterval(wake, LOOK)
  timer.unref()
  const forget = () =>
    pool
      .query(`delete from mail_letter where ended_at < now() - interval '${KEPT_DAYS} days'`)
      .catch((error: unknown) => {
        tell(error, 'not tidied')
      })
  const stopTidying = daily(() => void forget())
  return {
    async close() {
      life.isClosing = true
      clearInterval(timer)
      stopTidying()
      await running
    },
  }
}
