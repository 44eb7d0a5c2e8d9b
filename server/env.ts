import { z } from 'zod'
import { isLoopback } from './lib/loopback.ts'

const address = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'must be addresses or networks, separated by commas',
)
const parts = z.string().transform(text =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean),
)
const addresses = parts.pipe(z.array(address))

const origins = parts
  .pipe(
    z.array(z.url({ protocol: /^https?$/, error: 'must be addresses like http://10.0.0.5:8080, separated by commas' })),
  )
  .transform(urls => urls.map(url => new URL(url).origin))

const whole = (min: number, max: number) =>
  z.coerce
    .number(`must be a number from ${min} to ${max}`)
    .int()
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)

/** As `/version.json` names it. */
const build = /^\d+\.\d+\.\d+[\w.]*-[0-9a-z]{1,10}$/

const variables = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0, 65_535).default(4000),
  CAREDESK_DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres:// or postgresql://' })
    .optional(),
  TRUST_PROXY: addresses.default([]),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    .transform(url => new URL(url).origin)
    .optional(),
  VITE_SOCKET_URL: z
    .url({ protocol: /^wss?$/, error: 'must begin with wss:// or ws://' })
    .transform(url => new URL(url).origin)
    .optional(),
  COURIER_ORIGINS: origins.default([]),
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  CAREDESK_ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(1024).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DRAIN_SECONDS: whole(0, 20).default(3),
  CAREDESK_DEMO: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
  PG_BIN: z.string().optional(),
  REQUESTS_PER_MINUTE: whole(0, 1_000_000).default(1_200),
  BUSY_AFTER_MS: whole(50, 60_000).default(250),
  OLDEST_BUILD: z.string().regex(build, 'must be the name of a build, like 0.1.0-mf3k2j').optional(),
  KILL_WORKERS_BEFORE: z.string().regex(build, 'must be the name of a build, like 0.1.0-mf3k2j').optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must begin with https:// or http://' })
    .transform(url => url.replace(/\/+$/, ''))
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_/-]*$/, 'may have letters, digits, dashes and slashes')
    .transform(prefix => (prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix))
    .default(''),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
})

/** Where files are kept instead of the folder: a bucket of anything that speaks S3. */
export type S3Settings = {
  endpoint: string
  bucket: string
  /** What every name begins with; empty, or with a slash at its end. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** What the surroundings decide. Only this file reads process.env. */
export type Env = {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** Proxies whose X-Forwarded-* headers are believed. */
  trustProxy: string[]
  /** Where people open the app; what mails link to. */
  publicUrl: string | undefined
  /** Where the app was built to listen, if that is another place: pages may connect there. */
  socketOrigin: string | undefined
  /** Where couriers may be asked on this machine or in the own network, also without TLS. */
  courierOrigins: string[]
  tls: { certFile: string; keyFile: string } | undefined
  adminPassword: string | undefined
  logLevel: z.infer<typeof variables>['LOG_LEVEL']
  /** How long we go on serving after SIGTERM, so that the proxy notices first. */
  drainSeconds: number
  /** Per person; 0 counts nobody. */
  requestsPerMinute: number
  /** How long work may wait for its turn; beyond, only what people cannot do without is answered. */
  busyAfterMs: number
  /** Seeds a sample business with known passwords. */
  demo: boolean
  /** Where PostgreSQL's programs are, instead of those that come with us. */
  pgBin: string | undefined
  /** The oldest build of the app that may send and load, where it is not the one that this server names itself. */
  oldestBuild: string | undefined
  /** Service workers of builds before this one are told to go away. */
  killWorkersBefore: string | undefined
  /** Where attached files are kept instead of the data folder. */
  s3: S3Settings | undefined
}

/** Reads the environment, or throws one sentence per wrong variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  // An empty variable is a variable that is not set: compose files and unit files cannot say it otherwise.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = variables.safeParse(given)
  if (!result.success)
    throw new Error(result.error.issues.map(issue => `${issue.path[0] as string}: ${issue.message}.`).join(' '))
  const read = result.data
  if (Boolean(read.TLS_CERT_FILE) !== Boolean(read.TLS_KEY_FILE))
    throw new Error('TLS_CERT_FILE and TLS_KEY_FILE: set both or neither.')
  const demo = read.CAREDESK_DEMO === '1'
  if (demo && read.NODE_ENV === 'production')
    throw new Error(
      'The sample business has passwords that everybody knows; it does not start with NODE_ENV=production.',
    )
  if (demo && !isLoopback(read.HOST))
    throw new Error('The sample business has passwords that everybody knows; its HOST must be 127.0.0.1 or localhost.')
  return {
    host: read.HOST,
    port: read.PORT,
    dataDir: read.CAREDESK_DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    trustProxy: read.TRUST_PROXY,
    publicUrl: read.PUBLIC_URL,
    socketOrigin: read.VITE_SOCKET_URL,
    courierOrigins: read.COURIER_ORIGINS,
    tls:
      read.TLS_CERT_FILE && read.TLS_KEY_FILE
        ? { certFile: read.TLS_CERT_FILE, keyFile: read.TLS_KEY_FILE }
        : undefined,
    adminPassword: read.CAREDESK_ADMIN_PASSWORD,
    logLevel: read.LOG_LEVEL,
    drainSeconds: read.DRAIN_SECONDS,
    requestsPerMinute: read.REQUESTS_PER_MINUTE,
    busyAfterMs: read.BUSY_AFTER_MS,
    demo,
    pgBin: read.PG_BIN,
    oldestBuild: read.OLDEST_BUILD,
    killWorkersBefore: read.KILL_WORKERS_BEFORE,
    s3: s3Of(read),
  }
}

function s3Of(read: z.infer<typeof variables>): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = read
  if (!S3_ENDPOINT && !S3_BUCKET && !S3_ACCESS_KEY_ID && !S3_SECRET_ACCESS_KEY) return undefined
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all of them or none.')
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    prefix: read.S3_PREFIX,
    region: read.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}
