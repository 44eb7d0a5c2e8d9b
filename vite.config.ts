import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import packageJson from './package.json' with { type: 'json' }
import { manifest } from './src/app/manifest.ts'
import { stages } from './vite.chunks.ts'
import { compressed } from './vite.compressed.ts'
import { bareIcons } from './vite.icons.ts'
import { modernBuilds } from './vite.modern.ts'
import { packFile } from './vite.pack.ts'
import { piecesAsScripts } from './vite.pieces.ts'
import { rescuePage } from './vite.rescue.ts'
import { billOfMaterials } from './vite.sbom.ts'
import { textFiles } from './vite.texts.ts'
import { versionFile } from './vite.version.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 4000}`

const build = process.env.CAREDESK_BUILD ?? `${packageJson.version}-${Date.now().toString(36)}`
const define = { 'import.meta.env.VITE_BUILD': JSON.stringify(build) }

export default defineConfig({
  define,
  plugins: [
    modernBuilds(),
    bareIcons(),
    react({ compiler: true }),
    tailwindcss(),
    versionFile(build),
    textFiles(),
    rescuePage(define),
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
          'rescue.html',
          'theme.js',
          'assets/**/*.{js,css,wasm,woff2}',
          'locales/*.json',
          'locales/*/rescue.json',
          'icons/**/*.{svg,png}',
        ],
        globIgnores: ['icons/apple-touch.png'],
      },
    }),
    piecesAsScripts(),
    packFile(),
    billOfMaterials(),
    compressed(),
  ],
  // A module: what it needs once in a thousand devices comes as a piece of its own.
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    target: 'es2023',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Every name stands in the pieces that ask for it, and no name is packed well.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: stages,
        },
      },
    },
  },
})
