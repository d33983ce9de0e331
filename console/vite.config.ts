import { join } from 'node:path'
import { defineConfig } from 'vite'
import { leanContract } from './lean-contract.ts'
import { leanReactAdmin } from './lean-react-admin.ts'
import { pdfFiles } from './pdf-files.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leanContract(), leanReactAdmin(), pdfFiles()],
  resolve: {
    alias: [
      {
        find: 'jsonexport/dist/index.js',
        replacement: join(import.meta.dirname, 'shared/lists/no-export.ts'),
      },
      // What the service checks with a library, the console checks as far as a typing error shows.
      {
        find: /^\.\/ed25519-points\.ts$/,
        replacement: join(import.meta.dirname, 'shared/values/ed25519-points.ts'),
      },
    ],
  },
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
        // What the first page needs, in two files. What other pages share, in two more: the first of them loads these.
        // What fewer than five pages use is loaded with the first of them.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            {
              name: 'start',
              tags: ['$initial'],
              test: /(console\/\w[\w-]*|contract|client\/src)\/[\w-]+/,
              priority: 1,
            },
            { name: 'page-libraries', test: /node_modules/, minShareCount: 5 },
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
