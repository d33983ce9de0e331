import { join } from 'node:path'
import { defineConfig } from 'vite'
import { leanContract } from './lean-contract.ts'
import { leanReactAdmin } from './lean-react-admin.ts'
import { leanTexts } from './lean-texts.ts'
import { pdfFiles } from './pdf-files.ts'

/** What pages of records and their forms need, and lists do not: of libraries, and of ours. */
const ofRecords = {
  libraries: new RegExp(
    `/node_modules/(${[
      'react-hook-form',
      'typebox',
      'query-string',
      'decode-uri-component',
      'split-on-first',
      'filter-obj',
      'lodash/(_baseMerge|_clone|_initClone|_createAssigner|_assignMerge|defaults|merge)',
      'ra-core/dist/(controller/(?!list/(List|useList\\w*Context))|core/(?!\\w*ResourceContext)|dataProvider|export|form|i18n|util/(FieldTitle|getFieldLabel))',
      'ra-ui-materialui',
      '@mui/material/(Autocomplete|Card|FormGroup|Radio|Switch/|Tab/|Table(/|Body|Cell|Container|Head|Row)|Tabs|useAutocomplete)',
    ].join('|')})`,
  ),
  own: /console\/shared\/(fields\/(?!search-field)|files\/(?!save-file)|forms\/|lists\/records|pages\/(section|tab-list)|values\/(copied|grouped|memo|typed))|contract\/(books|control|operations\/(books|control|organizations|wallets)|wallets)\//,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [leanContract(), leanReactAdmin(), leanTexts(), pdfFiles()],
  resolve: {
    alias: [
      {
        find: 'jsonexport/dist/index.js',
        replacement: join(import.meta.dirname, 'shared/lists/no-export.ts'),
      },
      { find: /^inflection$/, replacement: join(import.meta.dirname, 'lean-inflection.ts') },
      { find: /^typebox$/, replacement: join(import.meta.dirname, 'lean-typebox.ts') },
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
        // What the first page needs, in two files. What other pages share, in four more: the first of them loads these, and
        // a list none of those for records. What fewer than five pages use is loaded with the first of them.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            {
              name: 'start',
              tags: ['$initial'],
              test: /(console\/\w[\w-]*|contract|client\/src)\/[\w-]+/,
              priority: 1,
            },
            {
              name: 'record-libraries',
              test: ofRecords.libraries,
              minShareCount: 5,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'page-libraries', test: /node_modules/, minShareCount: 5, priority: 1 },
            {
              name: 'records',
              test: ofRecords.own,
              minShareCount: 5,
              priority: 1,
              includeDependenciesRecursively: false,
            },
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
