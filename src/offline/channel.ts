/** A record that somebody wrote: its module, number and the version it has now. */
export type Written = { t: string; id: number; v: number }
/** `many`: modules in which more was written than is named. `epoch`: the life of the server that it is of, where that is known. */
export type News = { changes: readonly Written[]; many: readonly string[]; epoch?: string | undefined }

/** What tabs of this app tell each other. */
export type Message =
  | { kind: 'synced'; userId: number; at: string }
  /** The tab whose turn it is asks the server, and goes on: it is not frozen. */
  | { kind: 'pulling'; userId: number }
  | { kind: 'changed'; userId: number; modules: string[] }
  /** This person may see less than before. */
  | { kind: 'narrowed'; userId: number }
  | { kind: 'closeStores'; userId: number }
  /** Who this person is or what they may do has changed. */
  | { kind: 'me'; userId: number }
  /** Somebody wrote records. */
  | { kind: 'heard'; userId: number; news: News }
  /** Does one tab have the live connection? Said when it changes, and again when a tab asks. */
  | { kind: 'live'; userId: number; up: boolean }
  | { kind: 'whoIsLive'; userId: number }
  /** The server answered to these changes; to none of them where it took files. */
  | { kind: 'sent'; userId: number; mids: string[] }
  /**
   * There is more to send: whoever sends looks once more before they stop. `anew`: a person asks, and what hangs is let
   * go of.
   */
  | { kind: 'drain'; userId: number; anew?: boolean }
  /** Whoever sent what waits has stopped: who waited for that may go on. */
  | { kind: 'free'; userId: number }
  /** Whoever sends this file goes on: it is not frozen. */
  | { kind: 'uploading'; userId?: undefined; mid: string }
  /** Whether several people use this device has been said anew, whoever is signed in. */
  | { kind: 'shared'; userId?: undefined }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('caredesk')
// A channel that is listened to must not keep a process (a test) alive.
;(channel as { unref?: () => void } | null)?.unref?.()

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
export const tellTabs = (message: Message): void => channel?.postMessage(message)

export function onTabMessage(listener: (message: Message) => void): () => void {
  const hear = (event: MessageEvent) => listener(event.data as Message)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
