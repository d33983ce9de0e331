import type { Logger } from 'pino'
import type { MnemonicResponse, SecretKeyResponse } from '../../../contract/wallets/wallets.ts'
import { type Actor, signedIn } from '../../platform/actor.ts'
import { recordChange } from '../../platform/audit/change.ts'
import type { DeferredAudit } from '../../platform/audit/deferred-audit.ts'
import type { Authorization } from '../../platform/authorization/authorization.ts'
import { decidedBy } from '../../platform/authorization/decided.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid, unavailable } from '../../platform/errors.ts'
import type { Proofs, ProvenKind } from '../../platform/proofs/proofs.ts'
import { fieldsOf } from '../../platform/proofs/proven-table.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import {
  type DerivationPool,
  type GivenDecision,
  type KnownWallet,
  type SecretDecision,
  SecretUndecided,
} from './derivation/derivation-pool.ts'
import { seedPlace } from './new-wallets.ts'
import { lockRecentReads, recentReads, setReads } from './secret-store.ts'
import { generationNotFound, walletsNotCreated } from './wallet-failures.ts'
import { provenSecretDecisions, provenWallets } from './wallet-proofs.ts'
import {
  findCurrentSeed,
  findSeed,
  insertSecretDecision,
  listWallets,
  lockSeed,
  type SeedRow,
  stampExposed,
} from './wallet-store.ts'

export type SecretService = ReturnType<typeof createSecretService>

const readsPerHour = 30
const hour = 3_600_000

/** A secret that was decided to be shown: what its thread checks. */
type Decision = { id: string; content: SecretDecision; proof: Buffer }
type Revealing = { what: 'mnemonic' | 'secret_keys'; generation: number }
type Revealed = { seed: SeedRow; entropy: Buffer; decision: Decision }

/**
 * Reads secrets. The order is fixed: permission and fresh proof (checked by the route), rate limit, the policy, committed
 * audit row with the proven decision, decryption. If the audit row cannot be written, no secret is shown; and the thread that
 * makes words and keys gives out none without that decision.
 */
export function createSecretService({
  db: pool,
  now,
  log,
  organizations,
  vault,
  proofs,
  provenTables,
  derivation,
  authorization,
  audit,
}: {
  db: Db
  now: () => Date
  log: Logger
  organizations: Pick<OrganizationRecords, 'require'>
  vault: Vault
  proofs: Pick<Proofs, 'threadKey'>
  provenTables: Pick<ProvenTables, 'fresh' | 'check' | 'demand' | 'failure'>
  derivation: DerivationPool
  authorization: Pick<Authorization, 'permit'>
  audit: Pick<DeferredAudit, 'record'>
}) {
  async function reveal(
    organizationId: string,
    actor: Actor,
    what: 'mnemonic' | 'secret_keys',
    find: () => Promise<SeedRow>,
  ): Promise<Revealed> {
    const administratorId = await admit(actor, what)
    await organizations.require(pool, organizationId)
    const seed = await find()
    vault.requireOpen()
    const decision = await decide(seed, actor, administratorId, { what, generation: seed.generation })
    return { seed, decision, entropy: await openSeed(decision, seed) }
  }

  /** Called with a decision whose audit row is committed. */
  function openSeed(_decision: Decision, seed: SeedRow): Promise<Buffer> {
    return vault.open(pool, seedPlace(seed), seed.sealed_entropy)
  }

  /** Has a thread make something of the entropy, which is zeroed. */
  async function carryOut<T>(
    { seed, entropy, decision: { id, content, proof } }: Revealed,
    make: (entropy: Buffer, decision: GivenDecision) => Promise<T>,
  ): Promise<T> {
    const keys: Buffer[] = []
    const withKey = async <Row extends { proof: Buffer }>(kind: ProvenKind, row: Row) => {
      const key = await proofs.threadKey(pool, kind, row.proof)
      if (!key) throw new SecretUndecided('This was proven with a key that is not there.')
      keys.push(key)
      return { ...row, key }
    }
    try {
      const wallet = await withKey('wallet', await provenWalletOf(seed))
      return await make(entropy, { ...(await withKey('secret_decision', { content, proof })), wallet })
    } catch (error) {
      if (error instanceof SecretUndecided) throw provenTables.failure(provenSecretDecisions, id, 'invalid')
      throw error
    } finally {
      for (const secret of [entropy, ...keys]) secret.fill(0)
    }
  }

  /** Any of them: by its address, the thread knows whose mnemonic it has been given. */
  async function provenWalletOf({ organization_id, generation, record }: SeedRow) {
    for (const wallet of await listWallets(pool, organization_id, generation)) {
      const { proof } = wallet
      if (proof === null || (await provenTables.check(pool, provenWallets, wallet)) !== 'proven') continue
      return { content: (await fieldsOf(pool, provenWallets, wallet)) as KnownWallet, proof }
    }
    throw provenTables.failure(provenWallets, record, 'missing')
  }

  async function current(organizationId: string): Promise<SeedRow> {
    const seed = await findCurrentSeed(pool, organizationId)
    if (seed === undefined) throw walletsNotCreated()
    return seed
  }

  async function words(organizationId: string, revealed: Revealed): Promise<MnemonicResponse> {
    const bytes = await carryOut(revealed, derivation.mnemonic)
    const mnemonic = bytes.toString('utf8')
    bytes.fill(0)
    return {
      organization_id: organizationId,
      mnemonic,
      word_count: mnemonic.split(' ').length,
      language: 'english',
    }
  }

  /** Too many reads are not 403, which the HTTP layer audits itself, but they are denied attempts too. */
  async function admit(actor: Actor, what: string): Promise<string> {
    try {
      const { id } = signedIn(actor)
      refuseAboveLimit(await recentReads(pool, id, anHourBefore(now())), now())
      return id
    } catch (error) {
      if (error instanceof Failure && error.kind === 'limited') {
        const details = { what, reason: error.code }
        audit.record({ actor, action: 'secret.read', object: null, outcome: 'denied', details })
      }
      throw error
    }
  }

  /** What the thread that makes words and keys asks for, with its audit row. */
  async function writeDecision(
    db: Db,
    permit: Permit<'wallet.reveal'>,
    seed: SeedRow,
    details: Revealing,
    { administratorId, reads, at }: { administratorId: string; reads: Date[]; at: Date },
  ): Promise<Decision> {
    const organizationId = seed.organization_id
    const object = { type: 'organization', id: organizationId }
    await setReads(db, administratorId, [...reads, at])
    const exposed = await stampExposed(db, seed, details.what === 'mnemonic', at)
    const row = {
      id: newId(),
      organization_id: organizationId,
      ...details,
      decided: canonicalJson(decidedBy(permit, at)),
    }
    const [fresh] = await provenTables.fresh(db, provenSecretDecisions, [row])
    if (!fresh) throw new Error('The decision was not made.')
    await insertSecretDecision(db, fresh)
    const data = { ...details, administrator_id: administratorId }
    recordChange(db, permit, {
      action: 'secret.read',
      object,
      organizationId,
      alsoChanged: exposed ? [{ type: 'wallets.exposed', object, version: null }] : [],
      details: { ...details, decision_id: fresh.id },
      data,
      at,
    })
    const content = (await fieldsOf(db, provenSecretDecisions, fresh)) as SecretDecision
    return { id: fresh.id, content, proof: fresh.proof }
  }

  async function decide(
    seed: SeedRow,
    actor: Actor,
    administratorId: string,
    details: Revealing,
  ): Promise<Decision> {
    const organizationId = seed.organization_id
    try {
      return await pool.transaction().execute(async (db) => {
        const at = now()
        await lockSeed(db, seed)
        const reads = await lockRecentReads(db, administratorId, anHourBefore(at))
        refuseAboveLimit(reads, at)
        const permit = await authorization.permit(db, actor, {
          act: 'wallet.reveal',
          // A mnemonic never changes. Which one it is, is part of what people vote on.
          subject: { type: 'organization', id: organizationId, version: 1 },
          organizationId,
          content: details,
        })
        return writeDecision(db, permit, seed, details, { administratorId, reads, at })
      })
    } catch (error) {
      if (error instanceof Failure || error instanceof Invalid) throw error
      log.error({ err: error, alert: 'secret_read_not_recorded' }, 'A secret read could not be recorded.')
      throw unavailable('audit_unavailable', 'The read could not be recorded, so nothing is shown.')
    }
  }

  return {
    async mnemonic(organizationId: string, actor: Actor): Promise<MnemonicResponse> {
      return words(
        organizationId,
        await reveal(organizationId, actor, 'mnemonic', () => current(organizationId)),
      )
    },

    /** `generation` comes from the path and may be any text. */
    async mnemonicOfGeneration(
      organizationId: string,
      generation: string,
      actor: Actor,
    ): Promise<MnemonicResponse> {
      const revealed = await reveal(organizationId, actor, 'mnemonic', async () => {
        const number = generationNumber(generation)
        const seed = number === undefined ? undefined : await findSeed(pool, organizationId, number)
        if (seed === undefined) throw generationNotFound()
        return seed
      })
      return words(organizationId, revealed)
    },

    async secretKeys(organizationId: string, actor: Actor): Promise<SecretKeyResponse[]> {
      const revealed = await reveal(organizationId, actor, 'secret_keys', () => current(organizationId))
      const wallets = await listWallets(pool, organizationId, revealed.seed.generation)
      const wanted = wallets.map(({ network, derivation_path }) => ({ network, path: derivation_path }))
      const derived = await carryOut(revealed, async (entropy, decision) => {
        for (const wallet of wallets) await provenTables.demand(pool, provenWallets, wallet)
        return derivation.secretKeys(entropy, wanted, decision)
      })
      return wallets.map((wallet, index) => {
        const keys = derived[index]
        // The derived key must belong to the stored address.
        if (keys?.address !== wallet.address) {
          log.error(
            { alert: 'wallet_drift', wallet: wallet.id },
            'A wallet does not follow from its mnemonic.',
          )
          throw new Error('A wallet does not follow from its mnemonic.')
        }
        const secret_key = keys.secretKey.toString('utf8')
        keys.secretKey.fill(0)
        return {
          wallet_id: wallet.id,
          network: wallet.network,
          address: wallet.address,
          derivation_path: wallet.derivation_path,
          secret_key,
          format: keys.format,
        }
      })
    },
  }
}

/** As the list of generations writes it: no sign, no leading zero, within the range of the column. */
function generationNumber(text: string): number | undefined {
  const number = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0
  return number > 0 && number < 2 ** 31 ? number : undefined
}

function anHourBefore(now: Date): Date {
  return new Date(now.getTime() - hour)
}

function refuseAboveLimit(reads: Date[], now: Date): void {
  const oldest = reads[0]
  if (oldest === undefined || reads.length < readsPerHour) return
  const seconds = Math.max(1, Math.ceil((oldest.getTime() + hour - now.getTime()) / 1_000))
  throw new Failure(
    'limited',
    'secret_reads_limited',
    `At most ${readsPerHour} secrets are shown in an hour.`,
    {
      retry_after: seconds,
      limit: readsPerHour,
    },
  )
}
