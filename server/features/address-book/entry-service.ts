import { isId } from '../../../contract/api/common.ts'
import { fault } from '../../../contract/api/faults.ts'
import type { Network } from '../../../contract/money/networks.ts'
import type {
  AddAddressBody,
  BookAddressListResponse,
  BookAddressResponse,
} from '../../../contract/wallets/address-book.ts'
import { accountOf } from '../../../contract/wallets/addresses.ts'
import { memoFaults } from '../../../contract/wallets/memos.ts'
import { type Actor, signedIn } from '../../platform/actor.ts'
import { type By, recordChange } from '../../platform/audit/change.ts'
import { holdAuthority } from '../../platform/authorization/authority-lock.ts'
import { ActRefused, type Authorization } from '../../platform/authorization/authorization.ts'
import type { Permit } from '../../platform/authorization/permit.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { duplicate, Invalid } from '../../platform/errors.ts'
import { withIdempotency } from '../../platform/idempotency/idempotency.ts'
import type { IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import type { ProvenTables } from '../../platform/proofs/row-proofs.ts'
import type { OrganizationRecords } from '../organizations/organization-records.ts'
import type { OrganizationScreening } from '../screening/subjects/organization-followers.ts'
import { bookAddressParty } from '../screening/subjects/parties.ts'
import { verifyProof } from '../wallets/messages/verify-proof.ts'
import type { WalletService } from '../wallets/wallet-service.ts'
import type { ChallengeRow, EntryRow } from './address-book-tables.ts'
import { addressIsWallet, addressNotAllowed, addressNotFound, usualSpelling } from './book-failures.ts'
import {
  type ChallengedAccount,
  heldMs,
  holdChallenge,
  lockLivingChallenge,
  markUsed,
} from './challenge-store.ts'
import { comparedAddresses, comparison, comparisonInAudit } from './comparison.ts'
import type { Destination } from './destination.ts'
import type { BookDestinations } from './destinations.ts'
import { provenEntries } from './entry-proofs.ts'
import { destinationOfEntry, toEntryResponse, toWalletEntryResponse } from './entry-response.ts'
import { findEntry, findLivingEntry, insertEntry, listEntries, markRemoved } from './entry-store.ts'
import type { TrustedAddresses } from './trusted-addresses.ts'

/** An entry as it was sent, with what it was compared with. */
type GivenEntry = Pick<
  EntryRow,
  | 'organization_id'
  | 'network'
  | 'address'
  | 'account'
  | 'memo'
  | 'label'
  | 'owner'
  | 'ownership'
  | 'proof_message'
  | 'proof_signature'
  | 'proof_public_key'
  | 'compared_with'
>

export type EntryService = ReturnType<typeof createEntryService>

export function createEntryService({
  db: pool,
  now,
  organizations,
  wallets,
  screening,
  authorization,
  provenTables,
  destinations,
  trusted,
}: {
  db: Db
  now: () => Date
  organizations: Pick<OrganizationRecords, 'require' | 'lock'>
  wallets: Pick<WalletService, 'listCurrent' | 'findRetired'>
  screening: Pick<OrganizationScreening, 'save' | 'catchUp'>
  authorization: Pick<Authorization, 'permit' | 'addressRules'>
  provenTables: Pick<ProvenTables, 'fresh' | 'change'>
  destinations: BookDestinations
  trusted: Pick<TrustedAddresses, 'demandCompared'>
}) {
  /** Throws if the account is in the book already, or must not be in it. */
  async function demandNew(db: Db, of: ChallengedAccount): Promise<void> {
    const { organizationId, network, account } = of
    const wallet = (await wallets.listCurrent(db, organizationId)).find(({ address }) => address === account)
    if (wallet) throw addressIsWallet(wallet.id)
    const existing = await findLivingEntry(db, of)
    if (existing) throw duplicate('book_address', existing.id)
    if (await wallets.findRetired(db, network, account))
      throw new Invalid([fault(['body', 'address'], 'wallet_retired')])
  }

  /** The challenge that was signed; throws if there is none, or if somebody else has signed it. */
  async function demandProof(
    db: Db,
    of: ChallengedAccount,
    address: string,
    proof: NonNullable<AddAddressBody['proof']>,
  ): Promise<ChallengeRow> {
    if (of.network === 'tron') throw new Invalid([fault(['body', 'proof'], 'tron_only_declared')])
    const challenge = await lockLivingChallenge(db, of, proof.message, now())
    if (!challenge) throw new Invalid([fault(['body', 'proof', 'message'], 'challenge_not_living')])
    if (!verifyProof(of.network, address, proof))
      throw new Invalid([fault(['body', 'proof', 'signature'], 'signature_invalid')])
    return challenge
  }

  /** `signed` is told of the challenge before the policy is asked. */
  async function insert(
    db: Db,
    organizationId: string,
    body: AddAddressBody,
    actor: Actor,
    signed: (challenge: ChallengeRow) => void,
  ): Promise<BookAddressResponse> {
    // Whoever approves, delivers or signs a transfer holds this row too, so that nobody sees half of a change.
    const organization = await organizations.lock(db, organizationId)
    const { network, label, owner, proof, memo } = body
    const address = usualSpelling(network, body.address)
    const wrong = memoFaults(network, memo)
    if (wrong.length > 0) throw new Invalid(wrong)
    const of = { organizationId: organization.id, network, account: accountOf(network, address) }
    await demandNew(db, of)
    const challenge = proof && (await demandProof(db, of, address, proof))
    if (challenge) signed(challenge)
    const alike = await trusted.demandCompared(
      db,
      { organizationId: organization.id, network, address },
      { isInFull: body.compared_in_full === true },
    )

    // Until the end the policy stays as it is read here.
    await holdAuthority(db)
    const { coolingOff, only } = await authorization.addressRules(db)
    if (only === 'own_wallets' || (only === 'proven' && !proof)) throw addressNotAllowed(only)
    const ownership = proof ? 'signed_message' : 'declared'
    const permit = await authorization.permit(db, actor, {
      act: 'address.add',
      subject: { type: 'organization', id: organization.id },
      organizationId: organization.id,
      content: {
        network,
        address,
        ...(memo !== undefined && { memo }),
        label,
        owner,
        ownership,
        cooling_off: coolingOff,
        ...comparison(alike),
      },
    })
    if (challenge) await markUsed(db, challenge.id, now())
    const given: GivenEntry = {
      organization_id: organization.id,
      network,
      address,
      account: of.account,
      memo: memo ?? null,
      label,
      owner,
      ownership,
      proof_message: proof?.message ?? null,
      proof_signature: proof?.signature ?? null,
      proof_public_key: proof?.public_key ?? null,
      compared_with: comparedAddresses(alike),
    }
    return write(db, permit, given, coolingOff)
  }

  async function write(
    db: Db,
    permit: Permit<'address.add'>,
    given: GivenEntry,
    coolingOff: number,
  ): Promise<BookAddressResponse> {
    const { actor } = permit
    const at = now()
    const added: Omit<EntryRow, 'proof' | 'proof_revision'> = {
      id: newId(),
      ...given,
      usable_from: new Date(at.getTime() + coolingOff * 1_000),
      created_by: actor.id as string,
      created_by_name: actor.name,
      created_at: at,
      removed_by: null,
      removed_by_name: null,
      removed_at: null,
    }
    const [entry] = await provenTables.fresh(db, provenEntries, [added])
    if (!entry) throw new Error('The entry was not made.')
    await insertEntry(db, entry)
    const destination = destinationOfEntry(entry, 'proven')
    await screening.save(db, [bookAddressParty(destination)])
    const blockers = await destinations.blockersOf(db, destination)
    const more = { cooling_off: coolingOff, ...comparisonInAudit(entry.compared_with) }
    told(db, 'address.added', entry, more, permit, at)
    return toEntryResponse(entry, destination, blockers)
  }

  /** Whose address it is may be personal, so it is not told. */
  function told(
    db: Db,
    action: 'address.added' | 'address.removed',
    { id, organization_id: organizationId, network, address, memo, label, ownership }: EntryRow,
    more: Record<string, unknown>,
    by: By,
    at: Date,
  ): void {
    const object = { type: 'address', id }
    const data = { network, address, ownership, ...(memo !== null && { memo }) }
    const details = { ...data, label, ...more }
    recordChange(db, by, { action, object, organizationId, details, data, at })
  }

  async function list(organizationId: string, network?: Network): Promise<BookAddressListResponse> {
    const { id } = await organizations.require(pool, organizationId)
    const entries = await listEntries(pool, id, network)
    const own = (await wallets.listCurrent(pool, id)).filter(
      (wallet) => network === undefined || wallet.network === network,
    )
    await screening.catchUp(
      id,
      entries.map((entry) => ({ kind: 'address', id: entry.id })),
    )
    const shown = new Map<string, Destination>()
    for (const row of own) shown.set(row.id, await destinations.ofWallet(pool, row))
    for (const row of entries) shown.set(row.id, await destinations.ofEntry(pool, row))
    const blockers = await destinations.blockersOfAll(pool, id, [...shown.values()])
    const of = ({ id }: { id: string }) => [shown.get(id) as Destination, blockers.get(id) ?? []] as const
    return {
      items: [
        ...own.map((row) => toWalletEntryResponse(row, ...of(row))),
        ...entries.map((row) => toEntryResponse(row, ...of(row))),
      ],
    }
  }

  return {
    list,

    /** A wallet of the organization is in its book too. */
    async read(organizationId: string, id: string): Promise<BookAddressResponse> {
      const { items } = await list(organizationId)
      const found = items.find((one) => one.id === id)
      if (!found) throw addressNotFound()
      return found
    },

    async add(
      organizationId: string,
      body: AddAddressBody,
      actor: Actor,
      key: IdempotencyKey | null,
    ): Promise<BookAddressResponse> {
      await screening.catchUp(organizationId)
      let challenge: ChallengeRow | undefined
      try {
        return await withIdempotency(pool, key, (db) =>
          insert(db, organizationId, body, actor, (signed) => {
            challenge = signed
          }),
        )
      } catch (error) {
        // Its signature came in time: it is kept while other people decide. The transaction of the act is gone.
        if (error instanceof ActRefused && challenge)
          await holdChallenge(pool, challenge.id, new Date(now().getTime() + heldMs))
        throw error
      }
    },

    /** Removing it again changes nothing. */
    remove(organizationId: string, id: string, actor: Actor): Promise<void> {
      return pool.transaction().execute(async (db) => {
        const organization = await organizations.lock(db, organizationId)
        const entry = isId(id) ? await findEntry(db, organization.id, id) : undefined
        if (!entry) {
          const wallet = (await wallets.listCurrent(db, organization.id)).find((one) => one.id === id)
          throw wallet ? addressIsWallet(wallet.id) : addressNotFound()
        }
        if (entry.removed_at !== null) return
        const at = now()
        const removal = { removed_by: signedIn(actor).id, removed_by_name: actor.name, removed_at: at }
        // One that the service did not write is removed as well: nothing is sent to what was removed.
        await provenTables.change(db, provenEntries, entry.id, () => markRemoved(db, entry.id, removal), {
          anew: true,
        })
        await screening.save(db, [], [{ kind: 'address', id: entry.id }])
        told(db, 'address.removed', entry, {}, actor, at)
      })
    },
  }
}
