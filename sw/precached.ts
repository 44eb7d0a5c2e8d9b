import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching'

/** How many pieces of the app are not on this device, although they should be; `fill` fetches them. */
export async function countMissing(urls: readonly string[], fill: boolean): Promise<number> {
  const found = await Promise.all(urls.map(async url => ({ url, here: (await matchPrecache(url)) !== undefined })))
  const missing = found.filter(({ here }) => !here).map(({ url }) => url)
  if (!fill || missing.length === 0) return missing.length
  const name = (await caches.keys()).find(name => name.startsWith('workbox-precache'))
  if (!name) return missing.length
  const cache = await caches.open(name)
  const filled = await Promise.allSettled(missing.map(url => cache.add(getCacheKeyForURL(url) ?? url)))
  return filled.filter(({ status }) => status === 'rejected').length
}
