import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { endCustomerLinkCall, makeCustomerLinkCall } from '#contract/calls/customer-link.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { Problem } from '#contract/problem.ts'
import type { Written } from '#server/crud/routes.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { readHouse } from '#server/lib/people.ts'
import { toldOf } from '#server/plugins/errors.ts'
import { doDeed, isDeed } from './deeds.ts'
import { endLink, jobOf, makeLink } from './link.ts'
import { failedPage, jobPage, nothingPage, type Refused } from './page.ts'
import { style } from './style.ts'

/** Somebody at a desk makes a job's link, or ends it. */
export function customerLinkRoutes(api: App, { env }: Services, written: Written): void {
  answer(api, makeCustomerLinkCall, async ({ maintenance: id }, { actor, id: request }) =>
    makeLink(written, env.publicUrl, actor, { actor: actor.id, request }, id),
  )
  answer(api, endCustomerLinkCall, async ({ maintenance: id }, { actor, id: request }) => {
    await endLink(written, actor, { actor: actor.id, request }, id)
    return {}
  })
}

const rule = { public: true, counted: true } as const
const params = z.object({ token: z.string().max(100) })
/** What a form sends. */
const form = z.record(z.string().max(40), z.string().max(1_000))

/**
 * The page that a link opens, drawn here: it needs neither the app nor a script. The secret in its address is all that it
 * takes, and nothing but its one job is read or written.
 */
export function customerPages(app: App, { database: { pool } }: Services, written: Written): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))

  app.setErrorHandler(async (error, request, reply) => {
    const told = toldOf(error, request)
    const us = await orNobody(whoWeAre())
    return reply.code(told.status).type('text/html; charset=utf-8').send(failedPage(us, told.message))
  })

  const whoWeAre = async () => {
    const { companyName: company, phone = null, currency, timeZone } = await readHouse(pool)
    return { company, phone, currency, timeZone }
  }
  const around = async (job: Maintenance) => {
    const names = await pool.query<{ id: number; name: string; is: 'part' | 'product' }>(
      `select id, name, 'part' as is from part where id = any($1) union all select id, name, 'product' from product where id = $2`,
      [job.parts.map(({ part }) => part), job.product],
    )
    const parts = new Map(names.rows.filter(({ is }) => is === 'part').map(({ id, name }) => [id, name]))
    const device = names.rows.find(({ is }) => is === 'product')?.name ?? null
    return { ...(await whoWeAre()), now: written.writer.now(), device, parts }
  }

  const show = async (reply: FastifyReply, job: Maintenance | null, refused: Refused | null = null) => {
    const page = job ? jobPage(job, await around(job), refused) : nothingPage(await whoWeAre())
    return reply
      .code(job ? (refused ? 422 : 200) : 404)
      .type('text/html; charset=utf-8')
      .send(page)
  }

  app.get('/c/style.css', { config: { public: true, essential: true }, schema: { hide: true } }, async (_, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
  )

  app.get('/c/:token', { config: rule, schema: { hide: true, params } }, async (request, reply) =>
    show(reply, await jobOf(pool, request.params.token)),
  )

  const querystring = z.object({ deed: z.string().max(40).default('') })
  const schema = { hide: true, params, querystring, body: form }
  app.post('/c/:token', { config: rule, schema, bodyLimit: 8_192 }, async (request, reply) => {
    const { params, body } = request
    const { deed } = request.query
    const job = await jobOf(pool, params.token)
    if (!job || !isDeed(deed)) return show(reply, null)
    try {
      const { timeZone } = await readHouse(pool)
      await doDeed(written, request.id, deed, body, job, timeZone)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      return show(reply, await jobOf(pool, params.token), { deed, message: inWords(error), form: body })
    }
    // Whoever loads the page again sends nothing twice.
    return reply.code(303).header('location', `/c/${params.token}`).send()
  })
}

/** As whom we speak where the database does not say. */
const orNobody = async <T>(us: Promise<T>) => us.catch(() => ({ company: 'Caredesk', phone: null }))

/** What a customer can do about it; our own reasons are about our own records. */
function inWords({ code, message }: Problem): string {
  if (code === 'changed-meanwhile') return 'Something has changed meanwhile. Please look at it again.'
  if (code === 'not-now') return 'This has been decided already, or has to be asked again. Please call us.'
  return message
}
