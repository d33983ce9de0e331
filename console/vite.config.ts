import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // The service puts a fresh one into each answer (server/http/console-routes.ts).
  html: { cspNonce: '%nonce%' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the page allows no data: addresses for fonts or scripts, and no inline module preload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
  },
})
