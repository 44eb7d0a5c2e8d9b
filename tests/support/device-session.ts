import type { MeAnswer } from '#contract/calls/session.ts'
import type { DeviceSession } from '#src/offline/device.ts'

/** How long a server keeps the session, as its answers say. */
export const lasts = { idleMinutes: 10_080, until: '2100-01-01T00:00:00.000Z' }

/** What a device remembers of somebody who is signed in. */
export const deviceSession = (userId: number, changes: Partial<DeviceSession> = {}): DeviceSession => ({
  userId,
  name: 'Asha Rao',
  stage: 'active',
  house: { timeZone: 'Asia/Kolkata', currency: 'INR', lockMinutes: 10 } as DeviceSession['house'],
  sessionUser: {
    avatar: '',
    username: 'asha',
    email: 'asha@example.com',
    permissions: [],
    notification_permission: [],
    status_permission: [],
  },
  actor: null,
  revocation: 'revocation',
  keep: true,
  ...changes,
})

/** What the server says of who is asking. */
export const meAnswer = (userId: number): MeAnswer => ({
  user: deviceSession(userId).sessionUser,
  userId,
  name: 'Asha Rao',
  stage: 'active',
  actor: { id: userId, permissions: [], branch: null, scopes: {}, approves: [], statusPermission: [] },
  house: {
    companyName: 'Care',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    helpContact: null,
    lockMinutes: 10,
    country: 'IN',
    warrantyStart: 'delivery',
  },
  lasts,
})
