import { use } from 'react'
import { deviceId } from '#src/offline/device.ts'

let asked: Promise<string | undefined> | null = null
const ask = () => (asked ??= deviceId().catch(() => undefined))

/** The name of this device among all that this person uses. */
export const useOwnDevice = (): string | undefined => use(ask())
