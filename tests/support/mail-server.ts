import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type Received = { from: string; to: string[]; raw: string; subject: string; text: string; user: unknown }
export type MailServer = { port: number; received: Received[]; close(): Promise<void>; drop(): void }

/** A real mail server on this machine, which keeps what it is handed. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          subject: /^Subject: (.*(?:\r\n[ \t].*)*)$/m.exec(raw)?.[1]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '',
          text: bodyOf(raw),
          user: session.user,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const lines = new Set<Socket>()
  server.server.on('connection', line => lines.add(line))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (!address || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    port: address.port,
    received,
    close: () => new Promise(resolve => server.close(() => resolve())),
    // Breaks every line, in the middle of a word.
    drop: () => lines.forEach(line => line.destroy()),
  }
}

/** The plain text of a mail of one part. */
function bodyOf(raw: string): string {
  const cut = raw.indexOf('\r\n\r\n')
  const body = raw.slice(cut + 4)
  if (!/^Content-Transfer-Encoding: quoted-printable/im.test(raw.slice(0, cut))) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
