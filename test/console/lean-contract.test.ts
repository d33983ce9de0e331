import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst, transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { leanContract } from '../../console/lean-contract.ts'

async function leanOf(code: string): Promise<string> {
  const transform = leanContract().transform as { handler: (this: unknown, code: string) => { code: string } }
  return transform.handler.call({ parse: parseAst }, code).code
}

/** A value that a bundler leaves out if nothing uses it. */
const pure = (value: string) => `/*@__PURE__*/ (() => (${value}))()`

test('meanings, examples and texts of operations are left out, and nothing else', async () => {
  const lean = await leanOf(
    "const Id = field(Type.String({ pattern: '^a$' }), 'The id', 'a')\n" +
      "const All = Type.Object({ id: field(Id, ...about.id), list: field(Type.Array(field(Id, 'One')), 'Ids', []) }, { $id: 'All', description: 'All ' + 'ids.' })\n" +
      "export const add = operation({ id: 'add', summary: 'Add it', description: `It is`, body: ref(All) })\n" +
      "const other = { description: field(ShortText, 'The description of a webhook') }\n",
  )
  expect(lean).toBe(
    `const Id = ${pure("field(Type.String({ pattern: '^a$' }))")}\n` +
      `const All = ${pure("Type.Object({ id: field(Id), list: field(Type.Array(field(Id))) }, { $id: 'All', description: '' })")}\n` +
      `export const add = ${pure("operation({ id: 'add', summary: '', description: '', body: ref(All) })")}\n` +
      `const other = ${pure('{ description: field(ShortText) }')}\n`,
  )
})

test('schemas of responses are left out, and those of queries, bodies and filters stay', async () => {
  const lean = await leanOf(
    "export const read = operation({ id: 'read', params, query: Type.Object(query), response: ref(All) })\n" +
      "export const all = list({ name: 'all', filters, read: { id: 'listAll', page: All }, schemas: [Row] })\n" +
      'const schema = Type.Object({ response: Type.String(), query: Type.String() })\n',
  )
  expect(lean).toBe(
    `export const read = ${pure("operation({ id: 'read', params: undefined, query: Type.Object(query), response: undefined })")}\n` +
      `export const all = ${pure("list({ name: 'all', filters, read: { id: 'listAll', page: undefined }, schemas: undefined })")}\n` +
      `const schema = ${pure('Type.Object({ response: Type.String(), query: Type.String() })')}\n`,
  )
})

test('functions, texts and names are no values that have to be left out', async () => {
  const code = "const one = 'a'\nexport const two = (x) => x\nconst three = one\nlet four = make()\n"
  expect(await leanOf(code)).toBe(code)
})

test('what only the documentation shows of a declared feature is left out', async () => {
  const lean = await leanOf(
    "export const book = { permissions: { 'book:add': ['officer'] }, failures: { gone: { kind: 'conflict', cure: retry } }," +
      " events: { 'book.added': { permission: 'book:add', meaning: 'It was added' } }," +
      " duplicates: { name: 'There is one' }, faults: { bad: { sentence: 'is bad', cure: 'Correct it.' } } }\n",
  )
  expect(lean).toBe(
    `export const book = ${pure(
      "{ permissions: { 'book:add': ['officer'] }, failures: {}," +
        " events: { 'book.added': { permission: 'book:add', meaning: '' } }," +
        " duplicates: {}, faults: { bad: { sentence: '', cure: '' } } }",
    )}\n`,
  )
})

test('a file of the contract still declares the same names', async () => {
  const file = join(import.meta.dirname, '../../contract/events/webhooks.ts')
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const exported = (text: string) =>
    [...text.matchAll(/export (?:const|function) (\w+)/g)].map(([, name]) => name)
  const lean = await leanOf(code)
  expect(exported(lean)).toEqual(exported(code))
  expect(lean.length).toBeLessThan(code.length)
  expect(() => parseAst(lean)).not.toThrow()
})
