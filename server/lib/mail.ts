import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Pool } from 'pg'
import type { GeneralSetting } from '#contract/modules/access/general-setting.ts'
import type { Letter } from './mail-texts.ts'
import { readSecret } from './server-secrets.ts'

export type Addressee = { id: number; name: string; email: string }

export type Mailer = {
  /** Could a mail be sent? */
  isConfigured(): Promise<boolean>
  /** Sends now; throws what the mail server said. */
  send(to: Addressee, letter: Letter): Promise<void>
  /** Does the work and the sending after the answer: nobody waits for it, and it fails nobody. */
  later(work: () => Promise<void>): void
  /** Everything that was left for later has been done. */
  settled(): Promise<void>
}

type MailSettings = Pick<GeneralSetting, 'mailHost' | 'mailPort' | 'mailSecurity' | 'mailUser' | 'mailFrom'> & {
  companyName: string
}

/** Where mail usually goes, by how the connection is protected. */
const usualPort = { tls: 465, starttls: 587, none: 25 }
/** Milliseconds for each step, and for all: a mail server that hangs must not hold up who waits for the answer. */
const PATIENCE = 4_000
const PATIENCE_IN_ALL = 12_000

export function openMail(pool: Pool, onTrouble: (error: unknown) => void): Mailer {
  const underWay = new Set<Promise<void>>()
  return {
    isConfigured: async () => (await settingsOf(pool)) !== null,
    async send({ name, email }, { subject, text, attachments = [], messageId }) {
      const settings = await settingsOf(pool)
      if (!settings) throw new Error('No mail server is set.')
      const transport = createTransport(await transportOptions(pool, settings))
      const far = { isHandedOver: false }
      // Asked for what it sends once there is a line to a server that knows us, and not before.
      transport.use('stream', (mail, done) => {
        mail.message.processFunc(input => {
          far.isHandedOver = true
          return input
        })
        done()
      })
      try {
        // Given as parts, never as one line: what stands in a name starts no header and adds no receiver.
        const sending = transport.sendMail({
          from: { name: settings.companyName, address: settings.mailFrom! },
          to: { name, address: email },
          subject,
          text,
          attachments: [...attachments],
          ...(messageId && { messageId: `<${messageId}@${domainOf(settings.mailFrom!)}>` }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        // The connection may still be at it then: nobody knows what becomes of that mail.
        await inTime(sending, () => (far.isHandedOver = true))
      } catch (error) {
        throw Object.assign(error as MailError, far)
      } finally {
        transport.close()
      }
    },
    later(work) {
      const doing = work()
        .catch(onTrouble)
        .finally(() => underWay.delete(doing))
      underWay.add(doing)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** What comes later is nobody's any more. */
async function inTime(work: Promise<unknown>, onLate: () => void): Promise<void> {
  const late = new AbortController()
  const end = sleep(PATIENCE_IN_ALL, undefined, { signal: late.signal }).then(() => {
    onLate()
    throw new Error('The mail server took too long.')
  })
  end.catch(() => {})
  work.catch(() => {})
  try {
    await Promise.race([work, end])
  } finally {
    late.abort()
  }
}

async function settingsOf(pool: Pool): Promise<MailSettings | null> {
  const { rows } = await pool.query<MailSettings>(
    `select company_name as "companyName", mail_host as "mailHost", mail_port as "mailPort", mail_security as "mailSecurity",
       mail_user as "mailUser", mail_from as "mailFrom"
     from general_setting where mail_host is not null and mail_from is not null`,
  )
  return rows[0] ?? null
}

async function transportOptions(pool: Pool, { mailHost, mailPort, mailSecurity, mailUser }: MailSettings) {
  return {
    host: mailHost!,
    port: mailPort ?? usualPort[mailSecurity],
    secure: mailSecurity === 'tls',
    requireTLS: mailSecurity === 'starttls',
    ignoreTLS: mailSecurity === 'none',
    ...(mailUser === null ? {} : { auth: { user: mailUser, pass: await mailPassword(pool) } }),
    connectionTimeout: PATIENCE,
    greetingTimeout: PATIENCE,
    dnsTimeout: PATIENCE,
    socketTimeout: 2 * PATIENCE,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

async function mailPassword(pool: Pool): Promise<string> {
  const password = await readSecret(pool, 'mail')
  if (!password) throw new Error('A user of the mail server is set, but no password.')
  return password.toString('utf8')
}

type MailError = Error & { code?: string; command?: string; responseCode?: number; isHandedOver?: boolean }
/** What a port says that is no mail server is nobody's business: it may be of a machine that only this one reaches. */
const foreign = 'What answers there is no mail server, or speaks another protection.'

/**
 * What became of a mail that was not taken: `later` where it can be tried again, `never` where the mail server will not have it,
 * `unsure` where it broke off with the mail in its hands: then it may have gone out, and nobody sends it once more.
 */
export function mailFate(error: unknown): 'later' | 'never' | 'unsure' {
  const { code, responseCode, isHandedOver } = error as MailError
  if (responseCode !== undefined) return responseCode < 500 ? 'later' : 'never'
  if (code === 'EAUTH' || code === 'EENVELOPE') return 'never'
  return isHandedOver ? 'unsure' : 'later'
}

/** What went wrong with a mail, in one line for the person who set it up; in the server's words where it is a mail server. */
export function mailTrouble(error: unknown): string {
  const { message, code, command } = error as MailError
  const isForeign = code === 'EPROTOCOL' || (command === 'CONN' && /response|greeting|ssl|wrong version/i.test(message))
  return isForeign ? foreign : message.replaceAll(/\s+/g, ' ').slice(0, 300)
}
