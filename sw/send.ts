import { register } from '#contract/register.ts'
import { showOnIcon } from '#src/offline/icon-badge.ts'
import { sendInBackground } from '#src/offline/outbox/send-in-background.ts'

/** Sends what waits on this device, and shows on the app's icon what still waits then. */
export const send = (): Promise<unknown> => sendInBackground(register, showOnIcon)
