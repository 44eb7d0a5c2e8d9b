import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'

describe('the environment', () => {
  test('needs nothing: this machine, port 4000, its own database in ./data', () => {
    expect(readEnv({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      dataDir: './data',
      databaseUrl: undefined,
      trustProxy: [],
      publicUrl: undefined,
      courierOrigins: [],
      tls: undefined,
      adminPassword: undefined,
      logLevel: 'info',
      drainSeconds: 3,
      requestsPerMinute: 1_200,
      busyAfterMs: 250,
      demo: false,
      pgBin: undefined,
      oldestBuild: undefined,
      killWorkersBefore: undefined,
      s3: undefined,
    })
  })

  test('a variable that is set to nothing is not set', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', TLS_CERT_FILE: '' })).toMatchObject({
      port: 4000,
      databaseUrl: undefined,
    })
  })

  test.each([
    [{ PORT: '70000' }, 'PORT: must be at most 65535.'],
    [{ PORT: 'http' }, 'PORT: must be a number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must begin with postgres:// or postgresql://.'],
    [{ PUBLIC_URL: 'desk.example' }, 'PUBLIC_URL: must begin with https:// or http://.'],
    [
      { COURIER_ORIGINS: '10.0.0.5:8080' },
      'COURIER_ORIGINS: must be addresses like http://10.0.0.5:8080, separated by commas.',
    ],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: must be addresses or networks, separated by commas.'],
    [{ CAREDESK_ADMIN_PASSWORD: 'short' }, 'CAREDESK_ADMIN_PASSWORD: must have at least 12 characters.'],
    [{ OLDEST_BUILD: 'latest' }, 'OLDEST_BUILD: must be the name of a build, like 0.1.0-mf3k2j.'],
    [{ CAREDESK_DEMO: 'yes' }, 'CAREDESK_DEMO: must be 1 or 0.'],
    [{ TLS_CERT_FILE: 'a.pem' }, 'TLS_CERT_FILE and TLS_KEY_FILE: set both or neither.'],
    [
      { S3_BUCKET: 'files' },
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all of them or none.',
    ],
    [{ TLS_KEY_FILE: 'a.pem' }, 'TLS_CERT_FILE and TLS_KEY_FILE: set both or neither.'],
  ])('says in a sentence what is wrong with %o', (variables, sentence) => {
    expect(() => readEnv(variables)).toThrow(sentence)
  })

  test('tells every wrong variable at once, and never what a secret one holds', () => {
    const read = () => readEnv({ PORT: 'x', CAREDESK_ADMIN_PASSWORD: 'planted', DATABASE_URL: 'planted' })
    expect(read).toThrow(/PORT.*CAREDESK_ADMIN_PASSWORD|CAREDESK_ADMIN_PASSWORD.*PORT|PORT.*DATABASE_URL/)
    expect(read).not.toThrow(/planted/)
  })

  test('believes exactly the proxies that it names', () => {
    expect(readEnv({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1' }).trustProxy).toEqual(['10.0.0.1', '10.1.0.0/16', '::1'])
  })

  test('the sample business starts neither in production nor for other machines', () => {
    expect(readEnv({ CAREDESK_DEMO: '1', NODE_ENV: 'development' }).demo).toBe(true)
    expect(() => readEnv({ CAREDESK_DEMO: '1', NODE_ENV: 'production' })).toThrow('NODE_ENV=production')
    expect(() => readEnv({ CAREDESK_DEMO: '1', HOST: '0.0.0.0' })).toThrow('HOST must be 127.0.0.1 or localhost')
  })

  test('is read in one place of the server', () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
    expect(files.length).toBeGreaterThan(20)
    const readers = files.filter(name => /process\.env\b/.test(readFileSync(`server/${name}`, 'utf8')))
    const honest = readers.filter(name => !/^db[/\\]postgres-/.test(name))
    expect(honest).toEqual(['env.ts'])
  })
})
