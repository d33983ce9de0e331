import {
  type AddPasskeyRequest,
  maxPasskeys,
  type PasskeyCreationOptions,
  type PasskeyListResponse,
  type PasskeyRegistration,
  type PasskeyRequestOptions,
  type PasskeyResponse,
  type PasskeySignatureOptionsResponse,
} from '../../../../contract/administrators/passkeys.ts'
import { isId } from '../../../../contract/api/common.ts'
import type { Role } from '../../../../contract/api/roles.ts'
import { type Actor, signedIn } from '../../../platform/actor.ts'
import { eachMatchingRow } from '../../../platform/audit/audit-reader.ts'
import { recordChange } from '../../../platform/audit/change.ts'
import type { AuditProofs } from '../../../platform/audit-proofs/audit-proofs.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/ids.ts'
import { Failure } from '../../../platform/errors.ts'
import { hasFreshPasskey, requireFresh } from '../../../platform/fresh-authentication.ts'
import { withIdempotency } from '../../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import type { ProvenTables } from '../../../platform/proofs/row-proofs.ts'
import { findAdministratorState } from '../../administrators/accounts/proven-audit.ts'
import { administratorTable } from '../../administrators/accounts/proven-people.ts'
import {
  type Credentials,
  credentialsChanged,
  findCredentials,
  lockCredentials,
  setPasskeyCount,
} from '../../administrators/credentials.ts'
import type { SessionCheck } from '../sessions/session-check.ts'
import type { Challenged } from './challenges.ts'
import { enrolmentChallenge, entryOf, passkeyState, removedId } from './enrolment.ts'
import { lastSecondFactor, passkeyInvalid, passkeyNotFound, passkeyRequired } from './passkey-failures.ts'
import { creationOptions, requestOptions } from './passkey-options.ts'
import type { PasskeyProofs } from './passkey-proofs.ts'
import * as store from './passkey-store.ts'
import { passkeyTable, provenOf } from './proven-passkeys.ts'
import { type NewCredential, verifyRegistration } from './registration.ts'

export type PasskeyService = ReturnType<typeof createPasskeyService>

/** The passkeys of the person who is signed in. */
export function createPasskeyService({
  db: pool,
  now,
  check,
  proofs,
  auditProofs,
  provenTables,
  secondFactorRoles,
}: {
  db: Db
  now: () => Date
  check: SessionCheck
  proofs: PasskeyProofs
  auditProofs: AuditProofs
  provenTables: ProvenTables
  /** Roles whose last second factor cannot be removed. */
  secondFactorRoles: ReadonlySet<Role>
}) {
  const { party, challenges } = proofs

  /** Adds and removes under the lock of the administrator, so that two requests cannot remove the last two at once. */
  async function lockOwn(db: Db, id: string): Promise<Credentials> {
    const credentials = await lockCredentials(db, provenTables, id)
    if (!credentials) throw sessionEnded()
    return credentials
  }

  /** The signature of an existing passkey over the new one; null for the first. */
  async function enrolmentSignature(
    db: Db,
    administratorId: string,
    credential: NewCredential,
    isFirst: boolean,
    assertion: AddPasskeyRequest['signature'],
  ) {
    if (isFirst) return null
    if (!assertion) {
      throw new Failure(
        'conflict',
        'passkey_signature_required',
        'One of your passkeys must sign that another is added.',
      )
    }
    const challenge = enrolmentChallenge(administratorId, entryOf(credential))
    return (await proofs.verifyAssertion(db, { administratorId, challenge, assertion })).stored
  }

  /**
   * A signature for a passkey that was enrolled stays in the audit log and in backups: it must not enrol that passkey once
   * more. Nodes remember what was removed; of earlier releases the log has only what was added.
   */
  async function refuseRemoved(
    db: Db,
    administratorId: string,
    { credential_id }: NewCredential,
  ): Promise<void> {
    const wasRemoved =
      provenTables.remembers(passkeyTable, removedId(credential_id)) ||
      ((await wasAdded(db, administratorId, credential_id)) && !(await store.findOwner(db, credential_id)))
    if (wasRemoved)
      throw new Failure(
        'conflict',
        'passkey_removed',
        'This passkey was removed, and is not added again. Register a new passkey.',
      )
  }

  /** Those that the person has enrolled. One that was put into the database is not there. */
  async function listProven(db: Db, administratorId: string): Promise<store.Passkey[]> {
    return provenOf(db, provenTables, await store.listPasskeys(db, administratorId))
  }

  async function findProven(db: Db, administratorId: string, id: string): Promise<store.Passkey> {
    const row = isId(id) ? await store.findPasskey(db, administratorId, id) : undefined
    const [proven] = row ? await provenOf(db, provenTables, [row]) : []
    if (!proven) throw passkeyNotFound()
    return proven
  }

  async function ownCredentials(id: string): Promise<Credentials> {
    const credentials = await findCredentials(pool, provenTables, id)
    if (!credentials) throw sessionEnded()
    return credentials
  }

  return {
    async list(actor: Actor): Promise<PasskeyListResponse> {
      return { items: (await listProven(pool, signedIn(actor).id)).map(toResponse) }
    },

    async read(id: string, actor: Actor): Promise<PasskeyResponse> {
      return toResponse(await findProven(pool, signedIn(actor).id, id))
    },

    /** For a sign-in, without saying whose: the authenticator knows the account. */
    async signInOptions(): Promise<PasskeyRequestOptions> {
      const challenged: Challenged = { purpose: 'sign_in', sessionId: null }
      return requestOptions(party, await challenges.make(pool, challenged, now()), [])
    },

    async reauthenticationOptions(actor: Actor): Promise<PasskeyRequestOptions> {
      const { id, sessionId } = signedIn(actor)
      const challenge = await challenges.make(pool, { purpose: 'reauthenticate', sessionId }, now())
      return requestOptions(party, challenge, await listProven(pool, id))
    },

    async creationOptions(actor: Actor): Promise<PasskeyCreationOptions> {
      const { id, sessionId } = signedIn(actor)
      requireFresh(actor, now())
      const credentials = await ownCredentials(id)
      const existing = await listProven(pool, id)
      const challenge = await challenges.make(pool, { purpose: 'enrol', sessionId }, now())
      return creationOptions(party, challenge, credentials, existing)
    },

    /** The challenge follows from the new passkey, so nothing is stored, and the signature is worth nothing for another. */
    async signatureOptions(
      registration: PasskeyRegistration,
      actor: Actor,
    ): Promise<PasskeySignatureOptionsResponse> {
      const { id } = signedIn(actor)
      requireFresh(actor, now())
      if ((await ownCredentials(id)).passkeys === 0) return { options: null }
      const existing = await listProven(pool, id)
      const credential = await verifyRegistration(registration, () => true, party)
      await refuseRemoved(pool, id, credential)
      return { options: requestOptions(party, enrolmentChallenge(id, entryOf(credential)), existing) }
    },

    async add(
      { name, credential: registration, signature }: AddPasskeyRequest,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<PasskeyResponse> {
      const { id, sessionId } = signedIn(actor)
      requireFresh(actor, now())
      auditProofs.requireOpen()
      const added = await withIdempotency(pool, key, async (db) => {
        const { version, passkeys } = await lockOwn(db, id)
        const { clientDataJSON } = registration.response
        const challenged: Challenged = { purpose: 'enrol', sessionId }
        const { challenge } = await challenges.use(db, clientDataJSON, challenged, now())
        const expected = challenge.toString('base64url')
        const credential = await verifyRegistration(registration, (given) => given === expected, party)
        if (passkeys >= maxPasskeys) throw tooMany()
        await refuseRemoved(db, id, credential)
        // By the proven count: whoever deletes the others must not get one without a signature.
        const signed = await enrolmentSignature(db, id, credential, passkeys === 0, signature)
        const at = now()
        const passkeyId = newId()
        const row = await provenTables.change(db, passkeyTable, passkeyId, () =>
          store.insertPasskey(db, {
            ...credential,
            id: passkeyId,
            administrator_id: id,
            name,
            created_at: at,
            enrolment_signature: signed,
          }),
        )
        if (!row) throw new Failure('conflict', 'passkey_exists', 'This passkey has already been added.')
        await provenTables.change(db, administratorTable, id, async () => {
          // Who can vote with it must have been known for a day.
          await credentialsChanged(db, id, at)
          await setPasskeyCount(db, id, passkeys + 1)
        })
        const told = await auditProofs.prove(db, actor, {
          action: 'administrator.passkey_added',
          object: { type: 'administrator', id },
          version,
          details: {
            passkey_id: row.id,
            credential_id: entryOf(credential).credential_id,
            relying_party: party,
            signature: signed,
          },
          state: { ...(await passkeyState(db, id)), administrator: await findAdministratorState(db, id) },
          at,
        })
        recordChange(db, actor, told)
        return toResponse(row)
      })
      check.forgetAdministrator(id)
      return added
    },

    async rename(id: string, name: string, actor: Actor): Promise<PasskeyResponse> {
      const owner = signedIn(actor).id
      return pool.transaction().execute(async (db) => {
        await lockOwn(db, owner)
        const row = await findProven(db, owner, id)
        await store.updatePasskey(db, id, { name })
        return toResponse({ ...row, name })
      })
    },

    /**
     * Only after the use of a passkey in this session. Otherwise, whoever has the password and a one-time code could
     * remove all passkeys and add one of their own, which as the first needs no signature.
     */
    async remove(id: string, actor: Actor): Promise<void> {
      const owner = signedIn(actor).id
      if (!hasFreshPasskey(actor, now())) throw passkeyRequired()
      auditProofs.requireOpen()
      await pool.transaction().execute(async (db) => {
        const credentials = await lockOwn(db, owner)
        const row = await findProven(db, owner, id)
        const left = credentials.passkeys - 1
        await provenTables.change(db, passkeyTable, id, () => store.deletePasskeys(db, [id]))
        await provenTables.retire(db, passkeyTable, [removedId(row.credential_id)])
        await provenTables.change(db, administratorTable, owner, () => setPasskeyCount(db, owner, left))
        const hasOther = credentials.otp_confirmed_at !== null || left > 0
        if (!hasOther && secondFactorRoles.has(credentials.role)) throw lastSecondFactor()
        const told = await auditProofs.prove(db, actor, {
          action: 'administrator.passkey_removed',
          object: { type: 'administrator', id: owner },
          version: credentials.version,
          details: { passkey_id: id, credential_id: row.credential_id.toString('base64url') },
          state: {
            ...(await passkeyState(db, owner)),
            administrator: await findAdministratorState(db, owner),
          },
          at: now(),
        })
        recordChange(db, actor, told)
      })
      check.forgetAdministrator(owner)
    },
  }
}

/**
 * Removes all passkeys of a person, in a change of the administrator: at a reset, or when all of them are lost. The caller
 * writes the audit row of the reset, after which the person has no passkeys. Returns how many there were.
 */
export async function removePasskeys(
  db: Db,
  provenTables: Pick<ProvenTables, 'takeAway' | 'retire'>,
  administratorId: string,
): Promise<number> {
  await setPasskeyCount(db, administratorId, 0)
  const passkeys = await store.listPasskeys(db, administratorId)
  const ids = passkeys.map(({ id }) => id)
  if (ids.length > 0) await provenTables.takeAway(db, passkeyTable, ids, () => store.deletePasskeys(db, ids))
  await provenTables.retire(
    db,
    passkeyTable,
    passkeys.map(({ credential_id }) => removedId(credential_id)),
  )
  return ids.length
}

/** Whether the audit log says that the person had this passkey. */
async function wasAdded(db: Db, administratorId: string, credentialId: Buffer): Promise<boolean> {
  const filter = {
    action: 'administrator.passkey_added' as const,
    object_type: 'administrator',
    object_id: administratorId,
  }
  const name = credentialId.toString('base64url')
  for await (const { event } of eachMatchingRow(db, filter))
    if ((JSON.parse(event) as { details: { credential_id?: unknown } }).details.credential_id === name)
      return true
  return false
}

/** The owner of the passkey that an assertion names. Fails with 401 `passkey_invalid`. */
export async function ownerOfPasskey(db: Db, credentialId: string): Promise<string> {
  const owner = await store.findOwner(db, Buffer.from(credentialId, 'base64url'))
  if (!owner) throw passkeyInvalid('unknown')
  return owner.administrator_id
}

function sessionEnded(): Failure {
  return new Failure('unauthorized', 'session_ended', 'The session has ended.')
}

function tooMany(): Failure {
  return new Failure('conflict', 'too_many_passkeys', `An account has at most ${maxPasskeys} passkeys.`)
}

function toResponse(row: store.Passkey): PasskeyResponse {
  return {
    id: row.id,
    credential_id: row.credential_id.toString('base64url'),
    name: row.name,
    transports: row.transports,
    backed_up: row.backed_up,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
