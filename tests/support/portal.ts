/** What a portal of a hotel or a gateway answers in the place of our server, with status 200. */
export const portal: [string, () => Response][] = [
  [
    'a page',
    () => new Response('<h1>Sign in to this network</h1>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  ],
  ['JSON of its own', () => Response.json({ status: 'Please pay' })],
]
