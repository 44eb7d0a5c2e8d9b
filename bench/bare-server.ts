import Fastify from 'fastify'
import pg from 'pg'

/**
 * The limit that our figures stand beside: the same machine, database, columns, indexes and answers, without sign-in,
 * rights, checks, ledger, history, feed or framework in the page. Started by the benchmark as a process of its own.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
// Like ours but without the triggers.
await pool.query(`create table if not exists bare (like dealer_branch including all)`)
await pool.query(`create sequence if not exists bare_id`)
await pool.query(`insert into bare (id, created_by, updated_by, name, phone, email)
  select nextval('bare_id'), 1, 1, 'Branch ' || n, '+91 20 5550 ' || n, 'branch' || n || '@example.com'
  from generate_series(1, 10000) n`)
await pool.query('analyze bare')

const list = {
  name: 'list',
  text: `select * from bare where archived_at is null order by sort_key(name) collate "C", id limit 25`,
}
const create = {
  name: 'create',
  text: `insert into bare (id, created_by, updated_by, name, phone) values (nextval('bare_id'), 1, 1, $1, $2) returning *`,
}
const get = { name: 'get', text: 'select * from bare where id = $1' }

const app = Fastify()
app.get('/list', async () => (await pool.query(list)).rows)
app.get<{ Params: { id: string } }>(
  '/get/:id',
  async request => (await pool.query({ ...get, values: [request.params.id] })).rows[0],
)
app.post<{ Body: { name: string; phone: string } }>('/create', async (request, reply) => {
  const { name, phone } = request.body
  return reply.code(201).send((await pool.query({ ...create, values: [name, phone] })).rows[0])
})

const items = JSON.stringify(
  Array.from({ length: 10_000 }, (_, n) => ({
    id: n,
    label: `City ${n}`,
    code: `city-${n}`,
    position: n * 1024,
    active: true,
  })),
)
app.get('/items', (_, reply) => reply.type('application/json').send(items))

// The page without a framework: fetch, build rows, done.
app.get('/page', (_, reply) =>
  reply.type('text/html').send(`<!doctype html><title>bare</title><table><tbody id="rows"></tbody></table><script>
    fetch('/list').then(answer => answer.json()).then(rows => {
      for (const row of rows) {
        const tr = document.getElementById('rows').insertRow()
        for (const value of Object.values(row)) tr.insertCell().textContent = value
      }
    })</script>`),
)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()

process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}\n`)
