import { z } from 'zod'
import {
  bookedAnswer,
  cancelledAnswer,
  notBookedAnswer,
  refusedAnswer,
  serviceableAnswer,
  trackedAnswer,
} from './answers.ts'
import type { Courier, Failure } from './courier.ts'
import { askJson, type Bounds, type Reply, type Wanted } from './request.ts'

const bookingAnswer = z.union([notBookedAnswer, bookedAnswer])

export type Service = {
  /** What all addresses of it begin with. */
  address: string
  key: string | null
  keyIn: 'bearer' | 'apiKey'
}

/** A courier that speaks HTTP and JSON. The key goes into a header, and nowhere else. */
export function httpCourier({ address, key, keyIn }: Service, bounds: Bounds): Courier {
  const secret: Record<string, string> =
    key === null ? {} : keyIn === 'bearer' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }

  async function ask<S extends z.ZodType>(
    schema: S,
    method: Wanted['method'],
    path: string,
    more: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<{ said: z.output<S> } | { failure: Failure }> {
    const { body, headers } = more
    const url = urlBelow(address, path)
    if (!url) return { failure: { is: 'unreachable' } }
    const wanted = { method, url, headers: { ...secret, ...headers }, ...(body && { body }) }
    return judge(schema, await askJson(wanted, bounds))
  }

  return {
    async serviceable(pincode) {
      const got = await ask(serviceableAnswer, 'GET', `serviceable?pincode=${encodeURIComponent(pincode)}`)
      if ('failure' in got) return got.failure
      const { serviceable, services, reason } = got.said
      return serviceable ? { is: 'yes', services } : { is: 'unserviceable', reason }
    },
    async book({ key: ours, ...parcel }) {
      const headers = { 'idempotency-key': ours }
      const got = await ask(bookingAnswer, 'POST', 'bookings', { body: { key: ours, ...parcel }, headers })
      if ('failure' in got) return got.failure
      if (!('isCancelled' in got.said)) return { is: 'yes', ...got.said }
      const why = got.said.reason === null ? 'Book it again, or choose another courier.' : `It says: ${got.said.reason}`
      return { is: 'refused', reason: `The courier cancelled this booking as soon as it was made. ${why}` }
    },
    async cancel({ key: ours, booking }) {
      const body = { key: ours, booking }
      const got = await ask(cancelledAnswer, 'POST', 'bookings/cancel', { body, headers: { 'idempotency-key': ours } })
      if (!('failure' in got)) return { is: 'yes' }
      // It never heard of what we never heard that it did.
      const { failure } = got
      return failure.is === 'refused' && failure.unknown && booking === null ? { is: 'yes' } : failure
    },
    async track(awb) {
      const got = await ask(trackedAnswer, 'GET', `track?awb=${encodeURIComponent(awb)}`)
      return 'failure' in got ? got.failure : { is: 'yes', events: got.said.events }
    },
  }
}

function urlBelow(address: string, path: string): URL | null {
  const base = URL.canParse(address) ? new URL(address) : null
  if (!base) return null
  base.search = ''
  base.hash = ''
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  return new URL(path, base)
}

function judge<S extends z.ZodType>(schema: S, reply: Reply): { said: z.output<S> } | { failure: Failure } {
  if (typeof reply === 'string') return { failure: { is: reply } }
  const { status, json } = reply
  if (status >= 200 && status < 300) {
    const read = schema.safeParse(json)
    return read.success ? { said: read.data } : { failure: { is: 'notUnderstood' } }
  }
  return { failure: refusal(status, json) }
}

function refusal(status: number, json: unknown): Failure {
  if (status === 401 || status === 403)
    return { is: 'refused', reason: 'The courier does not take the key that is set.', ofKey: true }
  // It is busy, broken, or told us to wait: what was asked may have been done all the same.
  if (status >= 500 || [408, 425, 429].includes(status)) return { is: 'unreachable' }
  if (status === 404) return { is: 'refused', reason: 'The courier does not know it.', unknown: true }
  const read = refusedAnswer.safeParse(json)
  if (status < 400 || !read.success) return { is: 'notUnderstood' }
  const { reason, unserviceable } = read.data
  if (unserviceable) return { is: 'unserviceable', reason }
  return reason === null ? { is: 'notUnderstood' } : { is: 'refused', reason, ...(status === 409 && { clash: true }) }
}
