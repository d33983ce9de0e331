import { expect, test } from 'vitest'
import { operations } from '../../contract/operations/features.ts'
import { readText } from '../support/files/source-files.ts'

test('docs/api-policy.md names every tag whose operations are a preview', () => {
  const [, names = ''] = /which are still growing: ([^.]+)\./.exec(readText('docs/api-policy.md')) ?? []
  const named = names.replaceAll(/\s+/g, ' ').split(/, | and /)
  const previews = operations.flatMap(({ tag }) => (tag.isPreview ? [tag.name.toLowerCase()] : []))
  expect(named.toSorted()).toEqual([...new Set(previews)].toSorted())
})
