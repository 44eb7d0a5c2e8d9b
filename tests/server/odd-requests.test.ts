import { afterAll, beforeAll, expect, test } from 'vitest'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { addressOf, forEachOf, routesOf, type Route } from '../support/authz.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

/** Of every route that there is: what nobody can keep or read is refused in words, and is no fault of the server. */
let shop: Shop
let person: SignedIn
let routes: Route[]
beforeAll(async () => {
  shop = await openShop()
  person = await signedIn(shop.server, { permissions: allPermissions, approves: recordModuleNames })
  // That a database which is at much else is not ready at once is true, and no fault.
  routes = routesOf(shop.server).filter(({ method, url }) => method !== 'HEAD' && url !== '/ready')
})
afterAll(() => shop?.server.close())

const writing = () => routes.filter(({ method }) => ['POST', 'PATCH', 'PUT'].includes(method))

/** What each answers, where it is none of these. */
async function answersBut(
  expected: (status: number) => boolean,
  asked: readonly Route[],
  request: (route: Route) => { url?: string; payload?: string | Buffer; type?: string },
): Promise<string[]> {
  const others: string[] = []
  await forEachOf(asked, async route => {
    const { url = addressOf(route), payload, type } = request(route)
    const { statusCode, body } = await shop.server.app.inject({
      method: route.method as 'POST',
      url,
      headers: { ...person.headers, 'if-match': '"1"', ...(type && { 'content-type': type }) },
      ...(payload !== undefined && { payload }),
    })
    if (!expected(statusCode)) others.push(`${route.name}: ${statusCode} ${body.slice(0, 200)}`)
  })
  return others
}
/** A limit, a right or a number that is none may come first; the session goes on. */
const isRefused = (status: number) => status >= 400 && status < 500 && status !== 401

test.each([
  ['too deep JSON', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['JSON a little too deep', `{"name":${'['.repeat(40)}1${']'.repeat(40)}}`],
  ['half a sign', JSON.stringify({ name: 'half a smile \ud83d' })],
  ['a sign that no text may have', JSON.stringify({ name: 'nothing \u0000 here' })],
  ['a number beyond all', '{"name":1e999,"id":1e999}'],
  ['half of it', '{"name":"Ash'],
])('%s is refused by every route that takes a body', async (_, payload) => {
  expect(await answersBut(isRefused, writing(), () => ({ payload, type: 'application/json' }))).toEqual([])
})

test('bytes are refused by every route but the upload', async () => {
  const found = await answersBut(
    status => [403, 404, 415, 429].includes(status),
    writing().filter(({ url }) => !url.includes('/upload')),
    () => ({ payload: Buffer.from([0, 255, 254]), type: 'application/octet-stream' }),
  )
  expect(found).toEqual([])
})

const pages = [
  '0000-01-01T00:00:00.000Z~1',
  '%00',
  '%ED%A0%BD',
  `2026-01-01T00:00:00.000Z~${'9'.repeat(30)}`,
  '%5B1%5D',
]
test.each(pages)('%s as the place where a page begins is no fault of any route', async after => {
  const reading = routes.filter(({ method }) => method === 'GET')
  const asked = (route: Route) => ({ url: `${addressOf(route, 1)}?after=${after}` })
  expect(await answersBut(status => status < 500, reading, asked)).toEqual([])
})

test.each(['9223372036854775808', '%00', '-1', '1.5', 'NaN', '%ED%A0%BD', '__proto__'])(
  '%s as the number of a record is one that nobody has',
  async id => {
    const about = routes.filter(({ url, method }) => method === 'GET' && url.includes('/:id'))
    expect(await answersBut(isRefused, about, route => ({ url: addressOf(route, id) }))).toEqual([])
  },
)
