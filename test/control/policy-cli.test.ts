import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { ruleSentence } from '../../cli/control/policy-sentences.ts'
import { actNames } from '../../contract/api/acts.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { twoPeople } from '../support/given/honest-service.ts'
import { runCli } from '../support/processes/run-cli.ts'
import { startServer } from '../support/service/harness.ts'

const server = startServer()
const folder = () => mkdtempSync(join(inject('runDir'), 'policy-'))

function kontor(args: string[], env: Record<string, string> = {}) {
  return runCli(args, { DATABASE_URL: server.databaseUrl, KONTOR_DATA_DIR: server.dataDir, ...env })
}

function file(content: unknown): string {
  const path = join(folder(), 'policy.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('policy show prints the rules, who changed them, and which are of the environment', async () => {
  expect(await kontor(['policy', 'show'])).toMatchObject({
    code: 0,
    stdout: 'Version 1\nThere are no rules: one person can do everything that the role allows.\n',
  })
  const owner = await server.signIn('owner')
  const rules = [{ act: 'webhook.save', fresh: { max_age: 300, passkey: true } }]
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  const { code, stdout } = await kontor(['policy', 'show'], { KONTOR_FOUR_EYES: 'documents' })
  expect(code).toBe(0)
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    expect.stringMatching(/^Version 2, changed by .+ at \d{4}-.+Z$/),
    'Create or change a webhook endpoint: signed in at most 5 minutes ago; signed in with a passkey.',
    '[environment] Review a document: not by the person who uploaded it.',
    '[environment] Change the policy: 1 other person (owner, custodian or officer) must approve.',
  ])
})

test.each<[string, unknown, string[]]>([
  ['is no JSON', '{', ['is not valid JSON']],
  ['has no rules', { rule: [] }, ['should contain {"rules": […]}.']],
  [
    'has several faults',
    {
      rules: [
        { act: 'wallet.burn' },
        { act: 'wallet.reveal', approvals: 'one' },
        { act: 'wallet.reveal', approvals: 1, separate: 'uploaded' },
        'x',
      ],
    },
    [
      'Rule 1 of FILE names an unknown act.',
      'Rule 2 of FILE is not valid: /approvals must be integer.',
      'Rule 3 of FILE: a rule that needs approvals must say from which roles.',
      'Rule 3 of FILE: this act cannot be kept apart from that.',
      'Rule 4 of FILE is not valid: it must be object.',
    ],
  ],
])('policy check names each fault of a file that %s', async (_name, content, faults) => {
  const path = file(content)
  const { code, stdout, stderr } = await kontor(['policy', 'check', path])
  expect(code).toBe(1)
  const lines = `${stdout}${stderr}`.trim().split('\n')
  expect(lines).toEqual(faults.map((fault) => expect.stringContaining(fault.replace('FILE', path))))
})

test('policy check says whether the administrators of today can satisfy the rules', async () => {
  const path = file({ rules: twoPeople.map((rule) => ({ ...rule, from: ['custodian'] })) })
  const before = await kontor(['policy', 'check', path])
  expect(before.code).toBe(1)
  expect(before.stdout).toContain(
    'Too few administrators of today could approve or do this: Change the policy.',
  )
  await server.signIn('custodian')
  await server.signIn('custodian')
  const after = await kontor(['policy', 'check', path])
  expect([after.code, after.stdout]).toEqual([
    0,
    expect.stringMatching(/The administrators of today can satisfy these rules\.\n$/),
  ])
})

test('policy check shows the rules that are added', async () => {
  const path = file({ rules: [{ act: 'document.review', separate: 'uploaded' }] })
  const { stdout } = await kontor(['policy', 'check', path])
  expect(stdout).toContain('\n[added] Change the policy: 1 other person')
})

test('one file is needed, and it must exist', async () => {
  expect(await kontor(['policy', 'check'])).toMatchObject({ code: 2 })
  expect(await kontor(['policy', 'check', 'a', 'b'])).toMatchObject({ code: 2 })
  expect(await kontor(['policy', 'show', 'x'])).toMatchObject({ code: 2 })
  const missing = await kontor(['policy', 'check', join(folder(), 'missing')])
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be read (ENOENT)') })
})

test.each<[PolicyRule, string]>([
  [{ act: 'policy.change' }, 'Change the policy: as without a rule.'],
  [
    {
      act: 'request.approve',
      when: { amount_at_least: { RUB: '1000000', EUR: '10000' } },
      approvals: 2,
      from: ['owner', 'officer'],
      reason: 'required',
    },
    'Approve a purchase request, for amounts of at least 1000000 RUB or 10000 EUR, or in another currency: 2 other people (owner or officer) must approve; with a reason.',
  ],
  [
    { act: 'screening.import', when: { removes_at_least: 10 }, approvals: 1, from: ['officer'] },
    'Import a sanctions list, if it removes 10 entries or more: 1 other person (officer) must approve.',
  ],
  [
    {
      act: 'request.approve',
      fresh: { max_age: 3600 },
      limit: { per: 'organization', times: 3, sums: { RUB: '5' } },
    },
    'Approve a purchase request: signed in at most 1 hour ago; at most 3 times and 5 RUB, nothing in other currencies in 24 hours for each organization.',
  ],
])('a rule in one sentence: %j', (rule, sentence) => {
  expect(ruleSentence(rule)).toBe(sentence)
})

test('every act can be said', () => {
  for (const act of actNames) expect(ruleSentence({ act })).toMatch(/^[A-Z][^_]+: as without a rule\.$/)
})
