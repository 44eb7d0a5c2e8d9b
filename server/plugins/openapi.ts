import swagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { App } from '#server/lib/http.ts'

/** Collects every route that is added after it. */
export async function openapi(app: App) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Caredesk', version: '1' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      security: [{ session: [] }],
    },
    transform: document => {
      const { schema, url } = jsonSchemaTransform(document)
      const { may } = document.route.config ?? {}
      return { schema: { ...schema, ...(may ? { 'x-may': may } : { security: [] }) }, url }
    },
    stripBasePath: false,
  })
}

export function openapiRoute(api: App) {
  api.get(
    '/openapi.json',
    { config: { may: 'anyone' }, schema: { hide: true, response: { 200: z.unknown() } } },
    async () => api.swagger(),
  )
}
