import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPath, type Module } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { permissions } from '#contract/rules.ts'
import { readers } from '#contract/seen.ts'
import { signedIn, startApp, type TestApp } from '../support/server.ts'

type Operation = {
  'x-may'?: string[] | 'anyone'
  security?: unknown[]
  requestBody?: { content: { 'application/json': { schema: { additionalProperties?: boolean; properties?: object } } } }
  parameters?: { name: string; in: string }[]
  responses: Record<string, unknown>
}
type Document = { openapi: string; info: { title: string }; paths: Record<string, Record<string, Operation>> }

let server: TestApp
let document: Document
const modules = Object.values(register)

beforeAll(async () => {
  server = await startApp()
  const { headers } = await signedIn(server)
  const answer = await server.app.inject({ url: '/api/openapi.json', headers })
  expect(answer.statusCode).toBe(200)
  document = answer.json()
})
afterAll(() => server.close())

describe('the description of the API', () => {
  test('is for people who are signed in', async () => {
    expect((await server.app.inject('/api/openapi.json')).statusCode).toBe(401)
  })

  test('is OpenAPI 3.1, and every reference in it leads somewhere', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Caredesk' } })
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(match => match[1]!)
    for (const reference of references) {
      const target = reference
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
      expect(target, reference).toBeDefined()
    }
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const place = `${method} ${path}`
        expect(path, place).toMatch(/^\/(api\/|live$|ready$)/)
        expect(Object.keys(operation.responses).length, place).toBeGreaterThan(0)
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
        const described = (operation.parameters ?? []).filter(each => each.in === 'path').map(each => each.name)
        expect(described.sort(), place).toEqual(named.sort())
      }
  })

  test('knows at least the modules and lists that there are', () => {
    expect(modules.length).toBeGreaterThanOrEqual(26)
  })

  test.each(modules.map(module => [module.name, module] as const))(
    'lists every route of %s with its right',
    (_name, module: Module) => {
      const path = `/api${apiPath(module)}`
      const may = (at: string, method: string) => document.paths[at]?.[method]?.['x-may']
      expect(may(path, 'get')).toEqual(readers(module, 'list'))
      expect(may(path, 'post')).toEqual(
        module.single || module.madeByServer ? undefined : permissions(module, 'create'),
      )
      expect(may(`${path}/{id}`, 'get')).toEqual(readers(module, 'details'))
      expect(may(`${path}/{id}`, 'patch')).toEqual(module.appendOnly ? undefined : permissions(module, 'edit'))
      for (const move of Object.keys(module.moves ?? {}))
        expect(may(`${path}/{id}/${move}`, 'post'), move).toBeDefined()
      const body = (document.paths[path]?.post ?? document.paths[`${path}/{id}`]?.patch)?.requestBody?.content[
        'application/json'
      ].schema
      expect(body?.additionalProperties).toBe(false)
      expect(Object.keys(body?.properties ?? {}).sort()).toEqual(Object.keys(module.fields).sort())
    },
  )

  test('says of every operation who may call it', () => {
    const open: string[] = []
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        if (operation.security?.length === 0) open.push(`${method} ${path}`)
        else expect(operation['x-may']?.length, `${method} ${path}`).toBeGreaterThan(0)
      }
    const auth = ['door', 'forgot-password', 'link', 'reset-password', 'revoke', 'sign-in', 'sign-out', 'sign-up']
    expect(open.sort()).toEqual([
      `get /api/auth/${auth[0]}`,
      'get /live',
      'get /ready',
      ...auth.slice(1).map(call => `post /api/auth/${call}`),
    ])
  })
})
