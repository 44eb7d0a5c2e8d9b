/** Is this the machine itself, as an address or as a name to listen on? */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)
