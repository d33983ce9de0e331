import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failures, fileFaults, ruleFaults } from '../../contract/api/error-codes.ts'
import { faultTypes } from '../../contract/api/fault-types.ts'
import { reasonCodes } from '../../contract/organizations/screening.ts'
import { blockerCodes } from '../../contract/purchase-requests/purchase-request-rules.ts'
import { errorsPage } from '../../scripts/errors-page.ts'
import { errorsHtml } from '../../server/platform/http/description/errors-html.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/errors.md'), 'utf8')

test('docs/errors.md is what node scripts/errors-page.ts makes', () => {
  expect(page).toBe(errorsPage())
})

test('the page of the service has a row for every code, which can be linked to', () => {
  const html = errorsHtml()
  for (const code of [...Object.keys(failures), ...Object.keys(ruleFaults)])
    expect(html).toContain(`<tr id="${code}">`)
  expect(html).not.toMatch(/[`|]/)
})

test('it has a row for every code, with cause and cure', () => {
  const codes = [
    ...Object.keys(failures),
    ...Object.keys(faultTypes),
    ...Object.keys(ruleFaults),
    ...Object.keys(fileFaults),
  ]
  const rows = page.split('\n').filter((line) => /^\|.*`\w+` +\| \S.* \| \S.* \|$/.test(line))
  const described = new Set(rows.map((row) => /`(\w+)` +\|/.exec(row)?.[1]))
  expect(codes.filter((code) => !described.has(code))).toEqual([])
})

test('the server sends no code that is not in the table', () => {
  const known: readonly string[] = [...Object.keys(failures), ...blockerCodes, ...reasonCodes]
  const server = join(root, 'server')
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const sent = sources.flatMap((file) =>
    [...readFileSync(join(server, file), 'utf8').matchAll(/^\s*code: '(\w+)',$/gm)].map(([, code]) => code),
  )
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter((code) => !known.includes(code ?? ''))).toEqual([])
})
