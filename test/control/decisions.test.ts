import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../contract/api/roles.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import type { AdministratorState } from '../../server/features/administrators/accounts/proven-states.ts'
import type { VoteState } from '../../server/features/control/approvals/vote-state.ts'
import { createDecisionReplay } from '../../server/features/control/decision-replay.ts'
import { service } from '../../server/platform/actor.ts'
import { appendAudit } from '../../server/platform/audit/audit-log.ts'
import type { ReplayedEvent } from '../../server/platform/audit-proofs/replay.ts'
import type { Decided } from '../../server/platform/authorization/decided.ts'
import { connect, type Db } from '../../server/platform/db/database.ts'
import type { Proofs } from '../../server/platform/proofs/proofs.ts'
import { superuserUrl } from '../support/database/superuser.ts'
import { givenOrganization } from '../support/given/factories.ts'
import {
  ethereumInputs,
  givenEntry,
  givenTransfer,
  transferPath,
  transfersOn,
  walletOn,
} from '../support/given/given-transfer.ts'
import { walletsPath } from '../support/given/given-wallets.ts'
import { doApproved, firstOwner, honestService, twoPeople } from '../support/given/honest-service.ts'
import { type Client, startServer } from '../support/service/harness.ts'

const server = startServer({ env: { ...firstOwner, ...transfersOn }, connections: 4 })
const honest = honestService(server)
const from: PolicyRule['from'] = ['owner', 'custodian']

let db: Db
let owner: Client
let organization: string
let transfer: string
const read = () => owner.get(walletsPath(organization, '/mnemonic'))

beforeAll(async () => {
  db = connect(superuserUrl(server.databaseUrl), { max: 1, unlimited: true })
  owner = await honest.start()
  const custodian = await honest.confirmedPerson(owner, 'custodian@example.com', 'custodian')
  organization = (await givenOrganization(server)).id
  const { wallets } = (await owner.post(walletsPath(organization, '/create'))).body
  const wallet = walletOn(wallets, 'ethereum')
  const entry = await givenEntry(owner, organization)
  const rules = [...twoPeople, { act: 'transfer.sign', approvals: 1, from }]
  expect((await owner.put('/v1/policy', { rules })).status).toBe(200)
  transfer = (await givenTransfer(owner, { id: organization, wallet, entry })).id
  const sign = () => owner.post(transferPath(transfer, '/sign'), ethereumInputs(0))
  expect((await doApproved(sign, custodian)).reply.status).toBe(200)
  expect((await doApproved(read, custodian)).reply.status).toBe(200)
  expect((await read()).status).toBe(200)
  for (const table of ['secret_decisions', 'transfers'])
    await sql`create table ${sql.table(`saved_${table}`)} as table ${sql.table(table)}`.execute(db)
})

afterEach(async () => {
  await sql`delete from secret_decisions`.execute(db)
  await sql`insert into secret_decisions select * from saved_secret_decisions`.execute(db)
  await sql`update transfers set decision = saved.decision, decision_proof = saved.decision_proof
    from saved_transfers as saved where saved.id = transfers.id`.execute(db)
})

afterAll(() => db.destroy())

async function secretDecisions(): Promise<[string, string]> {
  const rows = await db.selectFrom('secret_decisions').select('id').orderBy('id').execute()
  expect(rows).toHaveLength(2)
  return rows.map(({ id }) => id) as [string, string]
}

async function rowsOf(action: string): Promise<{ seq: number; details: Record<string, unknown> }[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select(['seq', 'event'])
    .where('action', '=', action)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, event }) => ({ seq, details: JSON.parse(event).details }))
}

test('each signature and each read of a secret follows a decision, which the audit row names', async () => {
  const read = (await rowsOf('secret.read')).map(({ details }) => details.decision_id)
  expect(read).toEqual(await secretDecisions())
  const verified = await honest.verify()
  expect(verified).toMatchObject({ code: 0, problems: [] })
  expect(verified.text).toMatch(/^Releases: 3$/m)
})

test('a decision that was deleted or changed is missed by what left', async () => {
  const [deleted, changed] = await secretDecisions()
  const [first, second] = await rowsOf('secret.read')
  const [signing] = await rowsOf('transfer.signing')
  await sql`delete from secret_decisions where id = ${deleted}`.execute(db)
  await sql`update secret_decisions set decided = replace(decided, 'wallet.reveal', 'wallet.create') where id = ${changed}`.execute(
    db,
  )
  await sql`update transfers set decision = replace(decision, ${organization}, ${transfer})`.execute(db)
  const { problems } = await honest.verify()
  for (const [row, action] of [
    [first, 'secret.read'],
    [second, 'secret.read'],
    [signing, 'transfer.signing'],
  ] as const)
    expect(problems).toContain(`Row ${row?.seq} (${action}) let something out without a proven decision.`)
})

test('decisions that were exchanged, with their proofs, are found', async () => {
  const [one, other] = await secretDecisions()
  await sql`update secret_decisions set decided = other.decided, proof = other.proof from saved_secret_decisions as other
    where secret_decisions.id = ${one} and other.id = ${other}`.execute(db)
  const [row] = await rowsOf('secret.read')
  expect((await honest.verify()).problems).toContain(
    `Row ${row?.seq} (secret.read) let something out without a proven decision.`,
  )
})

test('a session that was opened without a sign-in is found by what was decided in it', async () => {
  // Straight in the database, with a proof: as somebody could who has the key.
  const invented = await server.signIn('owner')
  const asked = await invented.get(walletsPath(organization, '/mnemonic'))
  const custodian = await honest.signIn('custodian@example.com')
  const approval = asked.body.context.approval_id
  expect((await custodian.post(`/v1/approvals/${approval}/votes`, { decision: 'approve' })).status).toBe(200)
  expect((await invented.get(walletsPath(organization, '/mnemonic'))).status).toBe(200)
  const id = (await rowsOf('secret.read')).at(-1)?.details.decision_id
  expect((await honest.verify()).problems).toContain(
    `Decision ${id} (wallet.reveal) was made in a session to which nobody is known to have signed in.`,
  )
})

test('a row of the log that tells of a release which nobody decided, or a second time, is found', async () => {
  const [, decided] = await rowsOf('secret.read')
  const object = { type: 'organization', id: organization }
  const entry = { actor: service, action: 'secret.read' as const, object, at: new Date() }
  await server.db
    .transaction()
    .execute((db) => appendAudit(db, [entry, { ...entry, details: decided?.details ?? {} }]))
  const appended = (await rowsOf('secret.read')).slice(-2)
  expect((await honest.verify()).problems).toEqual(
    expect.arrayContaining([
      `Row ${appended[0]?.seq} (secret.read) let something out without a proven decision.`,
      `Row ${appended[1]?.seq} (secret.read) follows decision ${decided?.details.decision_id} a second time.`,
    ]),
  )
})

describe('a proven decision', () => {
  const rules: PolicyRule[] = [
    { act: 'wallet.reveal', approvals: 2, from, when: { amount_above: { ETH: '5' } } },
    { act: 'wallet.reveal', approvals: 1, from },
  ]
  const at = '2026-03-01T12:00:00.000Z'
  const honestDecision: Decided = {
    act: 'wallet.reveal',
    content_hash: 'aa',
    policy_version: 2,
    person_id: 'anna',
    amounts: [{ currency: 'ETH', value: '1' }],
    moved: [],
    approvals: [{ id: 'approval', voters: ['boris'], content_hash: 'aa' }],
    actor_kind: 'administrator',
    actor_id: 'anna',
    actor_name: 'Anna',
    session_id: 'session',
    at,
  }
  const told: ReplayedEvent = {
    seq: 3,
    at,
    action: 'secret.read',
    actor_kind: 'administrator',
    actor_id: 'anna',
    session_id: 'session',
    request_id: null,
    object_type: 'organization',
    object_id: 'organization',
    details: { decision_id: 'd', approval_id: 'approval', approved_by: ['boris'] },
    isProven: false,
    leastTagKey: 0,
  }
  const signIn = { kind: 'sign_in', id: 'session', revision: 1, value: 'anna', until: at, tag: 'right' }

  /** Each of them for a year. */
  const person = (role: Role, state: Partial<AdministratorState> = {}): AdministratorState => ({
    email: 'somebody@example.com',
    role,
    disabled: false,
    otp_enabled: false,
    recovery_codes: null,
    password: null,
    credentials_since: '2025-03-01T12:00:00.000Z',
    role_since: '2025-03-01T12:00:00.000Z',
    made_by: [],
    ...state,
  })
  const people = { anna: person('custodian'), boris: person('owner') }
  const vote = (voter: string, assertion: string | null = null): VoteState => ({
    administrator_id: voter,
    decision: 'approve',
    reason: null,
    content_hash: 'aa',
    voted_at: '2026-03-01T11:59:00.000Z',
    assertion,
  })

  interface Told {
    event?: Partial<ReplayedEvent>
    signedIn?: typeof signIn
    /** Further rules of the policy. */
    rule?: PolicyRule
    known?: Record<string, AdministratorState>
    votes?: readonly VoteState[]
    /** What else the log says before. */
    before?: readonly Partial<ReplayedEvent>[]
  }

  async function problemsOf(
    decided: Partial<Decided>,
    {
      event = {},
      signedIn = signIn,
      rule,
      known = people,
      votes = [vote('boris')],
      before: also = [],
    }: Told = {},
  ): Promise<string[]> {
    const proofs = { isTagged: async (_db: Db, { tag }: { tag: string }) => tag === 'right' }
    const one = { ...honestDecision, ...decided }
    const ids = ['d', ...also.flatMap(({ details }) => (details?.decision_id as string | undefined) ?? [])]
    const part = createDecisionReplay(
      proofs as unknown as Proofs,
      [
        {
          action: 'secret.read',
          act: 'wallet.reveal',
          makes: ['wallets.created'],
          decisionOf: ({ details }) => details.decision_id as string | undefined,
          async *decisions() {
            const organizationId = 'organization'
            for (const id of ids)
              yield { id, objectId: organizationId, organizationId, about: [organizationId], decided: one }
          },
        },
      ],
      { people: () => new Map(Object.entries(known)), votesOn: () => votes },
    )
    const before = { ...told, details: {}, isProven: true }
    part.visit({ ...before, action: 'proofs.started', state: { kinds: ['secret_decision'] } })
    part.visit({ ...before, action: 'auth.login', revisions: [signedIn] })
    const inForce = rule ? [...rules, rule] : rules
    part.visit({ ...before, action: 'policy.changed', details: { version: 2, rules: inForce } })
    for (const earlier of also) part.visit({ ...told, ...earlier })
    part.visit({ ...told, ...event })
    return (await part.compare(server.db, { isStarted: true, turn: async () => {} })).problems
  }

  test('satisfied the policy of its moment', async () => {
    expect(await problemsOf({})).toEqual([])
  })

  const act = 'wallet.reveal' as const
  const withPasskey: PolicyRule = { act, approvals: 1, from, fresh: { passkey: true } }
  const reauthenticated = (minutes: number) => ({
    action: 'auth.reauthenticated',
    at: new Date(Date.parse(at) - minutes * 60_000).toISOString(),
    details: { passkey_id: 'a passkey' },
  })
  const earlier = { details: { ...told.details, decision_id: 'earlier' } }
  const moved = { moved: [{ currency: 'ETH', value: '3' }] }
  const carries: Decided['carries'] = { act: 'request.complete', amounts: [{ currency: 'RUB', value: '5' }] }
  const delivery = (approvals: number): PolicyRule => ({ act: 'request.complete', approvals, from })
  const sums = (ETH: string): PolicyRule => ({ act, limit: { per: 'organization', sums: { ETH } } })

  test.each<[string, Partial<Decided>, Told]>([
    [
      'a passkey that was asked for',
      {},
      { rule: withPasskey, votes: [vote('boris', 'signed')], before: [reauthenticated(14)] },
    ],
    [
      'as many as a limit allows',
      {},
      { rule: { act, limit: { per: 'person', times: 2 } }, before: [earlier] },
    ],
    ['the votes that the act it carried needs', { carries }, { rule: delivery(1) }],
    ['no votes for an act that it did not carry', {}, { rule: delivery(2) }],
    ['as much as a limit allows', moved, { rule: sums('6'), before: [earlier] }],
    [
      'somebody who had not made it',
      {},
      { rule: { act, separate: 'created' }, before: [{ action: 'wallets.created', actor_id: 'boris' }] },
    ],
  ])('satisfied it with %s', async (_what, decided, told) => {
    expect(await problemsOf(decided, told)).toEqual([])
  })

  test.each<[string, Partial<Decided>, Told, string]>([
    [
      'fewer votes than the act that it carried needs',
      { carries },
      { rule: delivery(2) },
      'has 1 votes, but the policy of that moment asked for 2',
    ],
    [
      'a vote of another role',
      {},
      { known: { ...people, boris: person('auditor') } },
      'counts votes of people whom the policy of that moment did not ask',
    ],
    [
      'a vote of somebody who was made by who acted',
      {},
      { known: { ...people, boris: person('owner', { made_by: ['anna'] }) } },
      'counts votes of people whom the policy of that moment did not ask',
    ],
    [
      'a vote of somebody who was reset since',
      {},
      { known: { ...people, boris: person('owner', { credentials_since: at }) } },
      'counts votes of people whom the policy of that moment did not ask',
    ],
    [
      'a vote that nobody gave',
      {},
      { votes: [] },
      'counts votes of people whom the policy of that moment did not ask',
    ],
    [
      'a role that may not do it',
      {},
      { known: { ...people, anna: person('auditor') } },
      'was made by somebody whose role did not allow it',
    ],
    [
      'somebody who was disabled',
      {},
      { known: { ...people, anna: person('custodian', { disabled: true }) } },
      'was made by somebody whose role did not allow it',
    ],
    [
      'who had made it',
      {},
      { rule: { act, separate: 'created' }, before: [{ action: 'wallets.created' }] },
      'was made by who had made what it is about, whom the policy of that moment kept from it',
    ],
    [
      'a vote without a passkey',
      {},
      { rule: withPasskey, before: [reauthenticated(1)] },
      'counts a vote without the passkey that the policy of that moment asked for',
    ],
    [
      'a session without a passkey',
      {},
      { rule: withPasskey, votes: [vote('boris', 'signed')] },
      'was made without the passkey that the policy of that moment asked for',
    ],
    [
      'a passkey that was used long before',
      {},
      { rule: withPasskey, votes: [vote('boris', 'signed')], before: [reauthenticated(20)] },
      'was made without the passkey that the policy of that moment asked for',
    ],
    [
      'more than a limit allows',
      {},
      { rule: { act, limit: { per: 'person', times: 1 } }, before: [earlier] },
      'was above a limit of the policy of that moment',
    ],
    [
      'a larger amount than a limit allows',
      moved,
      { rule: sums('5'), before: [earlier] },
      'was above a limit of the policy of that moment',
    ],
  ])('is found with %s', async (_what, decided, told, problem) => {
    const [found, ...others] = await problemsOf(decided, told)
    expect(found).toMatch(new RegExp(`^Decision (d|earlier) \\(wallet.reveal\\) ${problem}\\.$`))
    expect(others).toEqual([])
  })

  const none = { approvals: [] }
  const unnamed = { details: { decision_id: 'd' } }
  const other = [{ id: 'approval', voters: ['boris'], content_hash: 'bb' }]
  const key = { actor_kind: 'api_key', session_id: null }

  test.each([
    ['too few votes', none, { event: unnamed }, 'has 0 votes, but the policy of that moment asked for 1'],
    [
      'too few votes on a larger amount',
      { amounts: [{ currency: 'ETH', value: '6' }] },
      {},
      'has 1 votes, but the policy of that moment asked for 2',
    ],
    ['votes on something else', { approvals: other }, {}, 'used votes on something else'],
    [
      'an older policy',
      { policy_version: 1 },
      {},
      'was made under version 1 of the policy, but version 2 was in force',
    ],
    ['a key instead of a person', key, { event: key }, 'was made by an API key, but no scope allows it'],
    ['another person', { actor_id: 'boris' }, {}, 'is not what row 3 says, which follows it'],
    ['another act', { act: 'transfer.sign' as const }, {}, 'is not what row 3 says, which follows it'],
    [
      'another voter',
      { approvals: [{ id: 'approval', voters: ['vera'], content_hash: 'aa' }] },
      {},
      'is not what row 3 says, which follows it',
    ],
    [
      'a sign-in of somebody else',
      {},
      { signedIn: { ...signIn, value: 'boris' } },
      'was made in a session to which nobody is known to have signed in',
    ],
    [
      'a sign-in that somebody appended',
      {},
      { signedIn: { ...signIn, tag: 'wrong' } },
      'was made in a session to which nobody is known to have signed in',
    ],
  ])('is found with %s', async (_what, decided, told, problem) => {
    expect(await problemsOf(decided, told)).toEqual([`Decision d (wallet.reveal) ${problem}.`])
  })

  test('is found if nothing in the log follows it', async () => {
    expect(await problemsOf({}, { event: { action: 'auth.login' } })).toEqual([
      'Decision d (wallet.reveal) was made, but no row of the audit log follows it.',
    ])
  })
})
