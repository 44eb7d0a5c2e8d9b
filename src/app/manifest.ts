import type { ManifestOptions } from 'vite-plugin-pwa'

/** What an installed Caredesk is called, looks like and can open at once. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Caredesk',
  short_name: 'Caredesk',
  description: 'The back office of a sales and service business.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/home',
  scope: '/',
  display: 'standalone',
  background_color: '#f6f6f3',
  theme_color: '#f6f6f3',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Home', url: '/home', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: 'Settings', url: '/settings', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
  ],
}
