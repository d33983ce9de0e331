import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { verificationColumn } from '../../server/features/audit/verification/verification-records.ts'
import { challengeColumn } from '../../server/features/authentication/passkeys/challenges.ts'
import {
  accessTokenKeyColumn,
  createSessionProofs,
  refreshTokenColumn,
  sessionColumn,
} from '../../server/features/authentication/sessions/session-proofs.ts'
import { linkHalfColumn } from '../../server/features/control/approvals/link-halves.ts'
import { transferColumns } from '../../server/features/transfers/transfer/transfer-proofs.ts'
import { createAuditProofs } from '../../server/platform/audit-proofs/audit-proofs.ts'
import { newId } from '../../server/platform/db/ids.ts'
import type { ComparedColumn, ProvenColumn } from '../../server/platform/proofs/proven-column.ts'
import {
  acceptRollbacks,
  isAccepted,
  listRollbacks,
  recordRollback,
  rollbackColumn,
} from '../../server/platform/register/rollbacks.ts'
import { ethereumInputs, givenPayer, givenTransfer, transferPath } from '../support/given/given-transfer.ts'
import { twoPeople } from '../support/given/honest-service.ts'
import { bearer, bodyRefresh, login } from '../support/service/auth-helpers.ts'
import type { Installation } from './installation.ts'
import type { Row } from './invented-rows.ts'
import { type Outcome, outcomeOf } from './recipe.ts'

/** How rows with a proof in one of their columns are made and used by honest people. The inventions follow from the column. */
export interface ColumnRecipe {
  column: ProvenColumn
  /** The proven columns of the table. */
  proven: readonly string[]
  /** The columns that nobody relies on, or that have a proof of their own. */
  shown: readonly string[]
  /** How verification calls a row. */
  nameOf(row: Row): string
  /** Makes two rows as people do. */
  given(): Promise<Given>
  /** Changes the first row as people do, so that the state of before is an older one. Undefined: nobody does. */
  end?(given: Given): Promise<unknown>
  /** Other values that somebody would want; for other columns they follow from the type. */
  values?(one: Given): Row
  /** Rows that release nothing without a proof: the service writes such ones while the vault is sealed. */
  mayLackProof?: true
  /** A row that is not there allows nothing, and is deleted by the service, too. */
  mayBeGone?: true
}

export interface Given {
  one: string
  other: string
  /** Relies on the first row. */
  use(): Promise<Outcome>
}

export const keyOf = (buffer: Buffer) => `\\x${buffer.toString('hex')}`
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
const [intentColumn, decisionColumn] = transferColumns as [ProvenColumn, ProvenColumn]

const transferShown = [
  'batch_id',
  'replaced_by',
  // Computed from the others; test/transfers/invented-transfers changes it with them.
  'digest',
  'status',
  'raw',
  'encoding',
  'tx_id',
  'output_index',
  'signed_at',
  'sent_at',
  'effect',
  'checked_at',
  'evidence',
  'version',
  'created_by',
  'created_at',
  'updated_at',
]
const intent = [
  'id',
  'organization_id',
  'network',
  'asset',
  'from_wallet_id',
  'from_generation',
  'from_address',
  'address_id',
  'to_address',
  'memo',
  'to_label',
  'to_ownership',
  'amount',
  'fee_ceiling',
  'reason',
  'request_id',
  'request_number',
  'compared_with',
  'client_id',
  'fuel_for',
  'replaces',
  'created_by_id',
]
const decision = [
  'inputs',
  'prepared_at',
  'prepared_by',
  'signed_amount',
  'signed_fee',
  'spends',
  'valid_until',
  'decision',
]

export function recipesOfColumns(at: Installation): ColumnRecipe[] {
  const { server } = at
  let count = 0

  async function signedIn() {
    await at.setRules([])
    await server.db.deleteFrom('sign_in_counters').execute()
    count += 1
    const { id, email } = await at.person(`columns-${count}@example.com`)
    const { body } = await login(server, email)
    return { id, session: body.admin.session.id as string, tokens: body }
  }

  const named = ({ nameOf }: ComparedColumn) => nameOf

  async function givenDraft() {
    await at.setRules([])
    const { client } = at.people.owner
    const payer = await givenPayer(server, client)
    const [one, other] = [await givenTransfer(client, payer), await givenTransfer(client, payer)]
    const sign = async () => outcomeOf(await client.post(transferPath(one.id, '/sign'), ethereumInputs(0)))
    return { one: one.id, other: other.id, use: sign }
  }

  return [
    {
      column: sessionColumn,
      proven: [
        'id',
        'administrator_id',
        'created_at',
        'authenticated_at',
        'passkey_at',
        'expires_at',
        'revision',
      ],
      // Whether it has ended is in the audit log, which nodes remember.
      shown: ['last_used_at', 'address', 'user_agent', 'revoked_at', 'revoked_because'],
      nameOf: named(sessionColumn),
      async given() {
        const [one, other] = [await signedIn(), await signedIn()]
        return {
          one: one.session,
          other: other.session,
          use: async () => outcomeOf(await bodyRefresh(server, one.tokens.refresh_token)),
        }
      },
      end: ({ one }) => at.people.owner.client.delete(`/v1/sessions/${one}`),
      values: () => ({ administrator_id: at.people.owner.id }),
      mayLackProof: true,
      mayBeGone: true,
    },
    {
      column: refreshTokenColumn,
      proven: ['hash', 'session_id', 'channel', 'created_at'],
      shown: ['rotated_at', 'successor_sealed'],
      nameOf: named(refreshTokenColumn),
      async given() {
        const [one, other] = [await signedIn(), await signedIn()]
        const hashOf = ({ tokens }: typeof one) => keyOf(sha256(tokens.refresh_token))
        return {
          one: hashOf(one),
          other: hashOf(other),
          use: async () => outcomeOf(await bodyRefresh(server, one.tokens.refresh_token)),
        }
      },
      mayLackProof: true,
      mayBeGone: true,
    },
    {
      column: accessTokenKeyColumn,
      proven: ['kid', 'public_key', 'created_at'],
      shown: ['heartbeat_at'],
      nameOf: named(accessTokenKeyColumn),
      async given() {
        const { id, session } = await signedIn()
        const [one, other] = [await publishedKey(at), await publishedKey(at)]
        return {
          one: one.kid,
          other: other.kid,
          async use() {
            const token = await accessToken(one, { id, session })
            return outcomeOf(await bearer(server, token).get('/v1/auth/me'))
          },
        }
      },
      values: () => ({ public_key: keyPair().publicKey }),
      mayLackProof: true,
      mayBeGone: true,
    },
    {
      column: challengeColumn,
      proven: ['hash', 'purpose', 'session_id', 'expires_at'],
      shown: [],
      nameOf: ({ hash }) => `The challenge ${String(hash).slice(2)} of passkeys`,
      async given() {
        const options = async () => (await server.anonymous.post('/v1/auth/passkey/options')).body
        const [one, other] = [await options(), await options()]
        const hashOf = ({ challenge }: { challenge: string }) =>
          keyOf(sha256(Buffer.from(challenge, 'base64url')))
        return {
          one: hashOf(one),
          other: hashOf(other),
          async use() {
            const credential = at.people.owner.passkey.get(one)
            return outcomeOf(await server.anonymous.post('/v1/auth/passkey/verify', { credential }))
          },
        }
      },
      values: () => ({ purpose: 'reauthenticate', expires_at: new Date(Date.now() + 60_000).toISOString() }),
      mayLackProof: true,
      mayBeGone: true,
    },
    {
      column: intentColumn,
      proven: intent,
      shown: [...transferShown, ...decision, 'decision_proof'],
      nameOf: ({ id }) => `Transfer ${id}`,
      given: givenDraft,
      end: ({ one }) => at.people.owner.client.post(transferPath(one, '/cancel'), {}),
      values: () => ({
        amount: '999999',
        fee_ceiling: '99999999999999999',
        network: 'tron',
        asset: 'USDT',
        to_ownership: 'signed_message',
      }),
    },
    {
      column: decisionColumn,
      proven: decision,
      shown: [...transferShown, ...intent, 'proof'],
      nameOf: ({ id }) => `Transfer ${id}`,
      // Decided, and then the node was killed: the signatures are not stored.
      async given() {
        const drafts = await givenDraft()
        await sql`alter table transfers add constraint killed
          check (id not in (${sql.lit(drafts.one)}, ${sql.lit(drafts.other)}) or raw is null)`.execute(
          server.db,
        )
        await drafts.use()
        await at.people.owner.client.post(transferPath(drafts.other, '/sign'), ethereumInputs(1), {
          'kontor-reason': 'A test',
        })
        await sql`alter table transfers drop constraint killed`.execute(server.db)
        return drafts
      },
      values: () => ({
        inputs: { ...ethereumInputs(0).inputs.ethereum, nonce: '7' },
        signed_amount: '999999',
        signed_fee: '999999',
        decision: '{}',
        spends: ['nonce:7'],
      }),
    },
    {
      column: linkHalfColumn,
      proven: ['link_half'],
      // The vote itself: test/proofs/inventions.
      shown: [
        'approval_id',
        'administrator_id',
        'decision',
        'reason',
        'voted_at',
        'assertion',
        'link_half_key_version',
        'proof',
        'proof_revision',
      ],
      nameOf: named(linkHalfColumn),
      async given() {
        await at.setRules(twoPeople)
        const voted = async () => {
          count += 1
          const email = `half-${count}@example.com`
          const create = () =>
            at.people.owner.client.post('/v1/administrators', { email, name: email, role: 'auditor' })
          const { approval_id } = (await create()).body.context
          await at.vote(approval_id)
          return { id: `${approval_id}/${at.people.custodian.id}`, create }
        }
        const [one, other] = [await voted(), await voted()]
        return { one: one.id, other: other.id, use: async () => outcomeOf(await one.create()) }
      },
      mayLackProof: true,
      mayBeGone: true,
    },
    {
      column: rollbackColumn,
      proven: ['id', 'seq', 'hash', 'accepted_at', 'accepted_by'],
      shown: ['found_at', 'node', 'known_in', 'database_seq'],
      nameOf: named(rollbackColumn),
      async given() {
        const { vault, proofs } = server.service
        const accepted = async () => {
          count += 1
          const lost = { seq: 1_000_000 + count, hash: randomBytes(32), knownIn: 'register' as const }
          const tools = { proofs, auditProofs: createAuditProofs({ vault }), at: new Date() }
          const id = await server.db.transaction().execute(async (db) => {
            const found = await recordRollback(db, lost, { at: new Date(), node: 'a node', databaseSeq: 1 })
            await acceptRollbacks(db, tools)
            return found
          })
          return { id, lost }
        }
        const [one, other] = [await accepted(), await accepted()]
        return {
          one: one.id,
          other: other.id,
          // As a node does that remembers the row of the log.
          async use() {
            const { seq, hash } = one.lost
            const row = (await listRollbacks(server.db)).find(
              (row) => row.seq === seq && row.hash.equals(hash),
            )
            return row && (await isAccepted(server.db, proofs, row)) ? 'done' : 'not accepted'
          },
        }
      },
    },
    {
      column: verificationColumn,
      proven: ['id', 'started_at', 'finished_at', 'rows', 'checkpoints', 'late', 'problems'],
      shown: [],
      nameOf: named(verificationColumn),
      async given() {
        const found = async () => {
          count += 1
          const row = {
            id: newId(),
            started_at: new Date(Date.now() + count * 3_600_000),
            finished_at: new Date(Date.now() + count * 3_600_000 + 1_000),
            rows: 7,
            checkpoints: 1,
            late: 0,
            problems: [],
          }
          const proof = await server.service.proofs.prove(
            server.db,
            'audit_verification',
            verificationColumn.fieldsOf(row),
          )
          await server.db
            .insertInto('audit_verifications')
            .values({ ...row, problems: '[]', proof })
            .execute()
          return row
        }
        const [other, one] = [await found(), await found()]
        return {
          one: one.id,
          other: other.id,
          async use() {
            const { whole } = (await at.people.owner.client.get('/v1/audit-events/verification')).body
            return whole?.at === one.finished_at.toISOString() ? 'done' : 'another one'
          },
        }
      },
      mayBeGone: true,
    },
  ]
}

function keyPair() {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x } = privateKey.export({ format: 'jwk' })
  return { privateKey, publicKey: { kty: 'OKP', crv: 'Ed25519', x: x as string } }
}

/** The key of another node. This one reads it with the first token that it has signed. */
async function publishedKey({ server }: Installation) {
  const { privateKey, publicKey: public_key } = keyPair()
  const key = { kid: randomBytes(32).toString('base64url'), public_key, created_at: new Date() }
  const proof = await createSessionProofs(server.service.proofs).proveKey(server.db, key)
  await server.db
    .insertInto('signing_keys')
    .values({ ...key, public_key: JSON.stringify(public_key), heartbeat_at: new Date(), proof })
    .execute()
  return { kid: key.kid, privateKey }
}

function accessToken(
  { kid, privateKey }: { kid: string; privateKey: KeyObject },
  { id, session }: { id: string; session: string },
): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000)
  return new SignJWT({ sid: session, auth_time: seconds })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
    .setIssuer('kontor')
    .setAudience('kontor-api')
    .setSubject(id)
    .setJti(newId())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 600)
    .sign(privateKey)
}
