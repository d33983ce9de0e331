import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { viewsPage } from '../../scripts/lists-page.ts'

test('the table of docs/views.md is what scripts/lists-page.ts writes', () => {
  expect(readFileSync(new URL('../../docs/views.md', import.meta.url), 'utf8')).toBe(viewsPage())
})
