import { expect, test } from 'vitest'
import { actNames, definitionOf } from '../../contract/api/acts.ts'
import { readText } from '../support/files/source-files.ts'
import { startServer } from '../support/service/harness.ts'

const page = readText('docs/policy.md')
const server = startServer()

test('the page of the policy names every act, with the age of its proof', () => {
  const told = new Map<string, string>()
  for (const [, names = '', age = ''] of page.matchAll(
    /^\| ((?:`[\w.]+`(?:, )?)+) +\|[^|]*\| ([^|]+?) +\|$/gm,
  ))
    for (const [, name = ''] of names.matchAll(/`([\w.]+)`/g)) told.set(name, age)
  const ages = { 900: '15 minutes', 43200: '12 hours' } as Record<number, string>
  const expected = actNames.map((act) => {
    const { maxAge } = definitionOf(act)
    return [act, maxAge === null ? 'none' : ages[maxAge]]
  })
  expect([...told].toSorted()).toEqual(expected.toSorted())
})

test('the example of a policy is accepted where there are enough people', async () => {
  const [, example = ''] = /^```json\n([\s\S]*?)^```$/m.exec(page) ?? []
  for (const role of ['owner', 'custodian', 'officer', 'officer'] as const) await server.signIn(role)
  const owner = await server.signIn('owner')
  const { status, body } = await owner.post('/v1/policy/preview', JSON.parse(example))
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.faults ?? []).toEqual([])
})
