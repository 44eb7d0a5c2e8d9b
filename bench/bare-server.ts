import Fastify from 'fastify'
import pg from 'pg'

/**
 * The limit that our figures stand beside: the same machine, database and answers, without sign-in, rights, checks,
 * ledger, history, feed or framework in the page. Started by the benchmark as a process of its own.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
await pool.query(`create table if not exists bare (id bigserial primary key, name text not null, phone text, email text,
  hours text, does_service boolean not null default false, active boolean not null default true, note text)`)
await pool.query(`create index if not exists bare_name on bare (name, id)`)
await pool.query(`insert into bare (name, phone, email)
  select 'Branch ' || n, '+91 20 5550 ' || n, 'branch' || n || '@example.com' from generate_series(1, 10000) n`)

const app = Fastify()
app.get(
  '/list',
  async () => (await pool.query({ name: 'list', text: 'select * from bare order by name, id limit 25' })).rows,
)
app.post<{ Body: { name: string; phone: string } }>('/create', async (request, reply) => {
  const text = 'insert into bare (name, phone) values ($1, $2) returning *'
  const { rows } = await pool.query({ name: 'create', text, values: [request.body.name, request.body.phone] })
  return reply.code(201).send(rows[0])
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
