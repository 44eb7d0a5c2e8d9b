import { ownProfileCall, profileCall } from '#contract/calls/access.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import { byServer } from '#server/crud/by-server.ts'
import { answer } from '#server/lib/answer.ts'
import type { App } from '#server/lib/http.ts'
import { confirmNeeded } from '#server/plugins/confirm.ts'
import type { Means } from './means.ts'

type Own = Pick<User, 'name' | 'username' | 'email' | 'phone' | 'avatar'> & { roles: string[]; branch: string | null }

/** What people see and change of themselves, whatever their rights. */
export function profileRoutes(api: App, means: Means) {
  const { pool } = means.database

  answer(
    api,
    ownProfileCall,
    async (_, { actor }) => {
      const { rows } = await pool.query<Own>(
        `select u.name, u.username, u.email, u.phone, u.avatar, b.name as branch,
           array(select r.name from role r where r.id = any(u.roles) and r.archived_at is null order by natural_key(r.name) collate "C") as roles
         from app_user u left join dealer_branch b on b.id = u.branch where u.id = $1`,
        [actor.id],
      )
      const own = rows[0]!
      return { ...own, avatar: own.avatar ?? '' }
    },
    { pending: true },
  )

  answer(
    api,
    profileCall,
    async ({ avatar, ...fields }, request) => {
      const { person } = request
      const isMoving = fields.email !== undefined && fields.email.toLowerCase() !== person.email.toLowerCase()
      if (isMoving && request.confirmedUntil <= Date.now()) throw confirmNeeded()
      const given = Object.entries(fields).filter(([, value]) => value !== undefined)
      const changes = { ...Object.fromEntries(given), ...(avatar === undefined ? {} : { avatar: avatar || null }) }
      await byServer(means.written, { actor: person.id, request: request.id }, async ({ load, update }) => {
        const row = await load(user, person.id)
        if (row) await update(user, row, changes)
      })
      return {}
    },
    { pending: true },
  )
}
