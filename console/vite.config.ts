import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // The service puts a fresh one into each response (server/platform/http/console-routes.ts).
  html: { cspNonce: '%nonce%' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the page allows no data: addresses for fonts or scripts, and no inline module preload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        // What every screen is made of comes in two files instead of forty; the screens themselves stay apart.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 2 },
            { name: 'shared', test: /(console\/(shared|api|layout)|contract)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
