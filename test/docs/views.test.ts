import { expect, test } from 'vitest'
import { viewsPage } from '../../scripts/lists-page.ts'
import { readText } from '../support/files/source-files.ts'

test('the table of docs/views.md is what scripts/lists-page.ts writes', () => {
  expect(readText('docs/views.md')).toBe(viewsPage())
})
