import { user } from '#contract/modules/access/user.ts'

/** Somebody who signs in, with no rights at all. */
export const personOf = (username: string, changes: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(Object.keys(user.fields).flatMap(key => (key.endsWith('Statuses') ? [[key, []]] : []))),
  name: username,
  username,
  email: `${username}@caredesk.example`,
  phone: null,
  roles: [],
  branch: null,
  notificationPermission: [],
  anyStatus: true,
  avatar: null,
  invitedAt: null,
  stage: 'active',
  ...changes,
})
