/** Which build of the app this is. */
export const build = (import.meta.env.VITE_BUILD as string | undefined) ?? 'dev'
