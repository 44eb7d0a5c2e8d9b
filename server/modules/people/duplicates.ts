import type { Pool } from 'pg'
import type { Actor } from '#contract/actor.ts'
import type { AnswerOf } from '#contract/call.ts'
import { duplicatesCall } from '#contract/calls/customer.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { can, scopeFilter } from '#contract/rules.ts'
import { answer } from '#server/lib/answer.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import type { App, Services } from '#server/lib/http.ts'
import { e164 } from '#server/lib/phones.ts'
import { isTheirs } from '#server/crud/list-sql.ts'
import { runOn } from '#server/lib/transaction.ts'

const MOST = 5

/** Who has a phone number already, asked while it is typed. */
export function duplicateRoutes(api: App, { database: { pool } }: Services) {
  answer(api, duplicatesCall, async ({ phone, except }, { actor }) => {
    const { country } = await houseRules({ also: runOn(pool) }, new Date().toISOString())
    return { customers: await sharing(pool, actor, e164(phone, country) ?? phone.trim(), except ?? 0) }
  })
}

type Found = AnswerOf<typeof duplicatesCall>['customers']

async function sharing(pool: Pool, actor: Actor, number: string, except: number): Promise<Found> {
  const scope = scopeFilter(customer, actor)
  if (scope === 'none' || number === '') return []
  const { rows } = await pool.query<Found[number]>(
    `select id, name, unit_count as units,
       case when $3 then array(
         select distinct p.name from unit u join product p on p.id = u.product
         where u.customer = c.id and u.archived_at is null order by p.name limit 3
       ) else '{}' end as products
     from customer c
     where phones @> $1::jsonb and archived_at is null and id <> $2
       ${scope ? `and ${isTheirs(scope, '$4')}` : ''}
     order by updated_at desc limit ${MOST}`,
    [
      JSON.stringify([{ number }]),
      except,
      can(actor, unit, 'list') && scopeFilter(unit, actor) === null,
      ...(scope ? [scope.value] : []),
    ],
  )
  return rows
}
