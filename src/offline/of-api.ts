/** Does it come from our own address, and is it no page? A captive portal leads elsewhere or answers with a page. */
export const isOfApi = (response: Response, prefix: string): boolean =>
  // An answer that a service worker or a test made up itself has no address.
  (response.url === '' || `${response.url}/`.startsWith(prefix)) &&
  !/^\s*text\/html/i.test(response.headers.get('Content-Type') ?? '')
