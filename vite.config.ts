import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import packageJson from './package.json' with { type: 'json' }
import { manifest } from './src/app/manifest.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 4000}`

const inPlatform =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|clsx|use-sync-external-store)\/|lucide-react\/dist\/esm\/([^/]+|icons\/(check|circle-check|cloud-off|eye|eye-off|lock|log-out|minus|refresh-cw|triangle-alert|user|x)\.m?js)$/
const inEntry =
  /\/(contract\/problem|src\/(session\/(session|store|safe-redirect|dirty|door|link-token|words)|offline\/(api|connection|presence|token)|data\/use-connection|lib\/piece|pages\/auth-(layout|parts)|parts\/(brand|footer)|ui\/(button|button-look|checkbox|icon|icon-button|spinner|field|field-context|password-input|text-input|control-box|box-button)))\.tsx?$/

export default defineConfig({
  define: { 'import.meta.env.VITE_BUILD': JSON.stringify(`${packageJson.version}-${Date.now().toString(36)}`) },
  plugins: [
    react({ compiler: true }),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      // Registered by our own code: the plugin's registration breaks our Trusted Types policy.
      injectRegister: false,
      manifest,
      injectManifest: {
        // A classic service worker; as an ES module its script evaluation fails.
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'theme.js',
          'assets/**/*.{js,css,wasm,woff2}',
          'locales/**/*.json',
          'icons/**/*.{svg,png}',
        ],
        globIgnores: ['icons/apple-touch.png'],
      },
    }),
  ],
  server: { proxy: { '/api': { target: server } } },
  build: {
    target: 'es2023',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What signing in takes, in two pieces: one that changes with our releases and one that does not. Left alone
            // it falls into fifteen small files, which pack worse.
            { name: 'platform', test: inPlatform },
            { name: 'entry', test: inEntry },
          ],
        },
      },
    },
  },
})
