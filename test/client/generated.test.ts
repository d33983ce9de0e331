import { expect, test } from 'vitest'
import { operations as table } from '../../client/src/generated-operations.ts'
import { operations } from '../../contract/operations/features.ts'
import { generatedFiles } from '../../scripts/client-types.ts'
import { readText } from '../support/files/source-files.ts'

test.each(Object.entries(generatedFiles()))(
  'client/src/%s is what `node scripts/generate-client.ts` writes',
  (name, text) => {
    expect(readText(`client/src/${name}`)).toBe(text)
  },
)

test('the client has every operation that is not only for browsers and identity providers', () => {
  const others = ['startOidc', 'finishOidc', 'backchannelLogout']
  expect([...Object.keys(table), ...others].sort()).toEqual(operations.map(({ id }) => id).sort())
})

test('the client has the version of the service, and no dependency', () => {
  const ours = JSON.parse(readText('client/package.json'))
  expect(ours.version).toBe(JSON.parse(readText('package.json')).version)
  expect(Object.keys(ours).filter((name) => /dependencies/i.test(name))).toEqual([])
})
