import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { namedSchemas, operations } from '../../contract/operations/features.ts'

const urlOf = (path: string) => pathToFileURL(join(import.meta.dirname, '../..', path)).href

/** The schemas of the contract in a process that has the stand-in for TypeBox. */
const script = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve: (name, context, next) =>
      name === 'typebox' ? { url: '${urlOf('console/lean-typebox.ts')}', shortCircuit: true } : next(name, context),
  })
  const { namedSchemas, operations } = await import('${urlOf('contract/operations/features.ts')}')
  const shown = { namedSchemas, operations: operations.map(({ id, body, query }) => ({ id, body, query })) }
  process.stdout.write(JSON.stringify(shown))
`

test('what stands in for TypeBox in the console makes the same schemas', () => {
  const lean = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      maxBuffer: 2 ** 26,
    }).toString(),
  )
  const shown = { namedSchemas, operations: operations.map(({ id, body, query }) => ({ id, body, query })) }
  expect(lean.namedSchemas.length).toBeGreaterThan(100)
  expect(lean).toEqual(JSON.parse(JSON.stringify(shown)))
})
