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
    async send({ name, email }, { subject, text }) {
      const settings = await settingsOf(pool)
      if (!settings) throw new Error('No mail server is set.')
      const transport = createTransport(await transportOptions(pool, settings))
      try {
        // Given as parts, never as one line: what stands in a name starts no header and adds no receiver.
        const sending = transport.sendMail({
          from: { name: settings.companyName, address: settings.mailFrom! },
          to: { name, address: email },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        await inTime(sending)
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

/** What comes later is nobody's any more. */
async function inTime(work: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  const end = sleep(PATIENCE_IN_ALL, undefined, { signal: late.signal }).then(() => {
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

/** What went wrong with a mail, in one line for the person who set it up. */
export const mailTrouble = (error: unknown): string => (error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 300)
