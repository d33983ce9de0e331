import { join } from 'node:path'
import { defineConfig } from 'vite'
import { leanContract } from './lean-contract.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leanContract()],
  resolve: { alias: { 'jsonexport/dist/index.js': join(import.meta.dirname, 'shared/no-export.ts') } },
  // The service replaces this with a new nonce in each response (server/platform/http/console-routes.ts).
  html: { cspNonce: '%nonce%' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The policy of the page allows neither data: URLs for fonts or scripts nor an inline module preload.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        // Shared code is bundled into two files instead of forty; each screen has its own file. What fewer than five
        // screens use is loaded with the first of them.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 5 },
            {
              name: 'shared',
              test: /(console\/(shared|api|layout)|contract|client\/src)\//,
              minShareCount: 5,
            },
          ],
        },
      },
    },
  },
})
