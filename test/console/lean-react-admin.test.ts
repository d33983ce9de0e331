import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptied, leanReactAdmin } from '../../console/lean-react-admin.ts'

const root = join(import.meta.dirname, '../../node_modules')

/** So that an update of react-admin cannot break the build silently: what stands in has the same names, and all of them. */
test.each([
  'ra-ui-materialui/dist/auth/Login.js',
  'ra-ui-materialui/dist/layout/ResourceMenuItem.js',
  'ra-ui-materialui/dist/preferences/Inspector.js',
  '@mui/material/FilledInput/FilledInput.mjs',
])('what stands in for %s exports what it exports', (name) => {
  const { filter, handler } = leanReactAdmin().load as unknown as {
    filter: { id: RegExp }
    handler: (id: string) => string
  }
  const file = join(root, name)
  expect(filter.id.test(file)).toBe(true)
  const code = readFileSync(file, 'utf8')
  const exported = (code: string) => [...code.matchAll(/^export (?:const )?(\w+)/gm)].map(([, name]) => name)
  expect(exported(handler(file))).toEqual(exported(code))
  expect(emptied(code)).not.toContain('import')
})
