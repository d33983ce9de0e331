import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leanReactAdmin } from '../../console/lean-react-admin.ts'

const root = join(import.meta.dirname, '../../node_modules/ra-ui-materialui/dist/auth')

/** The module that stands in has the same exports, so that an update of react-admin cannot break the build silently. */
test('what stands in for the sign-in page of react-admin exports what it exports', () => {
  const { filter, handler } = leanReactAdmin().load as unknown as {
    filter: { id: RegExp }
    handler: () => string
  }
  const file = join(root, 'Login.js')
  expect(filter.id.test(file)).toBe(true)
  const exported = (code: string) => [...code.matchAll(/export const (\w+)/g)].map(([, name]) => name)
  expect(exported(handler())).toEqual(exported(readFileSync(file, 'utf8')))
})
