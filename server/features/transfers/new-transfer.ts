import { type Fault, fault, missing } from '../../../contract/api/faults.ts'
import { compareDecimals } from '../../../contract/money/decimal.ts'
import type { Network } from '../../../contract/money/networks.ts'
import { takesDeliveries } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { accountOf } from '../../../contract/wallets/addresses.ts'
import { fromBaseUnits } from '../../../contract/wallets/transfer-assets.ts'
import { transferFaults } from '../../../contract/wallets/transfer-rules.ts'
import type { NewTransferBody } from '../../../contract/wallets/transfers.ts'
import { addressFault } from '../../../contract/wallets/unpayable-addresses.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { Failure, Invalid } from '../../platform/errors.ts'
import { comparedAddresses } from '../address-book/comparison.ts'
import type { PurchaseRequest } from '../purchase-requests/purchase-request-records.ts'
import type { TransferParts } from './signing/transfer-parts.ts'
import { requestFault, unitsOnTheWay } from './stock/paid-request.ts'
import { destinationOfRequest } from './stock/stock-delivery.ts'
import { destinationOfFuel } from './transfer/fuel.ts'
import { demandNoStop } from './transfer/organization-stop.ts'
import { digestOf, type Intended, leaving } from './transfer/transfer-intent.ts'
import { findTransfer, type NewTransfer } from './transfer/transfer-store.ts'
import type { Transfer } from './transfer/transfer-tables.ts'

type Parts = Pick<
  TransferParts,
  'organizations' | 'ownOrganizations' | 'wallets' | 'destinations' | 'requests' | 'authorization'
>

/** Checks everything that can be known before a transaction exists, and throws all faults together. */
export async function newTransfer(
  db: Db,
  parts: Parts,
  body: NewTransferBody,
  {
    actor,
    at,
    fuelFor: given = null,
  }: {
    actor: Actor
    at: Date
    /** Of a top-up: whose wallet it is for. */
    fuelFor?: string | null
  },
): Promise<NewTransfer> {
  const { organization_id, network, asset, amount, fee_ceiling, reason } = body
  const organization = await parts.organizations.lock(db, organization_id, 'reference')
  const faults = transferFaults(body)
  const wallet = await parts.wallets.find(db, organization.id, body.from_wallet_id)
  if (wallet?.network !== network) faults.push(fault(['body', 'from_wallet_id'], 'wallet_not_found'))
  const request = body.request_id === undefined ? undefined : await findRequest(db, parts, body.request_id)
  const replaced = body.replaces === undefined ? undefined : await findTransfer(db, body.replaces)
  // What replaces a top-up is the same top-up.
  const isSameTopUp = replaced?.organization_id === organization.id && replaced.address_id === body.address_id
  const fuelFor = isSameTopUp ? replaced.fuel_for : given
  const stock = request && (await fromStock(db, parts, organization.id, request))
  if (stock && body.address_id !== undefined)
    faults.push(fault(['body', 'address_id'], 'destination_of_request'))
  if (!stock && body.address_id === undefined) {
    if (request && request.organization_id !== organization.id)
      throw new Invalid([fault(['body', 'request_id'], 'other_organization')])
    throw new Invalid([missing(['body', 'address_id'])])
  }
  const destination = stock
    ? await destinationOfRequest(db, parts.destinations, stock)
    : fuelFor !== null
      ? await destinationOfFuel(db, parts, {
          organization_id,
          fuel_for: fuelFor,
          address_id: body.address_id as string,
        })
      : await parts.destinations.find(db, organization.id, body.address_id as string)
  const isThere = destination?.network === network && destination.removedAt === null
  // Before anything is said about what somebody else may have written.
  if (wallet) await parts.wallets.require(db, organization.id, wallet.id)
  if (isThere) parts.destinations.demandProven(destination)
  if (!isThere)
    faults.push(
      stock
        ? fault(['body', 'request_id'], 'request_of_other_terms')
        : fault(['body', 'address_id'], 'destination_not_found'),
    )
  else if (wallet && isSameAccount(network, destination.address, wallet.address))
    faults.push(fault(['body', 'address_id'], 'same_address'))
  const unpayable = isThere && addressFault(['body', 'address_id'], network, destination.address)
  if (unpayable) faults.push(unpayable)
  const isReplaceable =
    replaced?.from_wallet_id === wallet?.id && (replaced?.status === 'signed' || replaced?.status === 'sent')
  if (body.replaces !== undefined && !isReplaceable)
    faults.push(fault(['body', 'replaces'], 'transfer_not_replaceable'))
  // Of a transaction that makes several transfers nobody replaces one alone.
  else if (replaced && replaced.output_index !== null)
    faults.push(fault(['body', 'replaces'], 'replaces_batch'))
  if (replaced && fuelFor !== null && given === null) faults.push(...otherTopUpFaults(body, replaced))
  if (faults.length > 0 || !wallet || !destination) throw new Invalid(faults)

  // `all` is judged when it is a number.
  const least = { amount: amount === 'all' ? 0n : BigInt(amount), fee: BigInt(fee_ceiling) }
  await parts.authorization.demandJudged(db, 'transfer.sign', leaving(body, least), ['body', 'fee_ceiling'])

  const alike = await parts.destinations.demandCompared(
    db,
    {
      organizationId: stock?.organization_id ?? fuelFor ?? organization.id,
      network,
      address: destination.address,
    },
    { isInFull: body.compared_in_full === true },
  )
  const intended: Omit<Intended, 'request_number'> = {
    organization_id,
    network,
    asset,
    from_wallet_id: wallet.id,
    from_generation: wallet.generation,
    from_address: wallet.address,
    address_id: destination.id,
    to_address: destination.address,
    memo: destination.memo,
    to_label: destination.label,
    to_ownership: destination.ownership,
    amount,
    fee_ceiling,
    reason,
    request_id: body.request_id ?? null,
    replaces: replaced?.id ?? null,
    compared_with: comparedAddresses(alike),
    client_id: stock?.organization_id ?? null,
    fuel_for: fuelFor,
  }
  await demandNoStop(db, parts.organizations, intended)
  const wrong = request && (await requestFault(db, parts.requests, request, intended))
  if (wrong) throw new Invalid([wrong])
  if (stock) await demandLeft(db, parts, stock, intended)
  const whole = { ...intended, request_number: request?.number ?? null }
  return {
    id: newId(),
    ...whole,
    digest: digestOf(whole),
    status: 'draft',
    created_by: actor.name,
    created_by_id: actor.id,
    created_at: at,
    updated_at: at,
  }
}

/** A top-up that replaces another one is no way around the bounds of the first. */
function otherTopUpFaults({ network, asset, amount }: NewTransferBody, replaced: Transfer): Fault[] {
  if (asset !== replaced.asset) return [fault(['body', 'asset'], 'top_up_of_other_asset')]
  if (amount !== 'all' && BigInt(amount) <= BigInt(replaced.amount)) return []
  const most = `${fromBaseUnits(BigInt(replaced.amount), asset, network)} ${asset}`
  return [fault(['body', 'amount'], 'above_fuel_cap', { most })]
}

/** The request of a client as it was approved and locked, if the organization is a company of the desk that delivers it. */
async function fromStock(
  db: Db,
  { ownOrganizations, requests }: Parts,
  organizationId: string,
  { id, organization_id }: PurchaseRequest,
): Promise<PurchaseRequest | undefined> {
  if (organization_id === organizationId) return undefined
  if ((await ownOrganizations.companyOf(db, organizationId)) === undefined) return undefined
  await ownOrganizations.demand(db, organizationId)
  const request = await requests.lock(db, id)
  // What it says of coins counts only once it was approved and paid.
  if (!takesDeliveries.includes(request.status))
    throw new Invalid([fault(['body', 'request_id'], 'request_not_payable')])
  return requests.approved(db, request)
}

/** What is left is reserved by other transfers also before they are signed: two people do not prepare the same delivery. */
async function demandLeft(
  db: Db,
  { requests }: Pick<Parts, 'requests'>,
  request: PurchaseRequest,
  intended: Pick<Intended, 'asset' | 'network' | 'amount' | 'replaces'>,
): Promise<void> {
  const { asset, network, amount, replaces } = intended
  const taken = await unitsOnTheWay(db, requests, request, { than: { replaces }, withDrafts: true })
  const left = requests.undelivered(request)
  const wanted = fromBaseUnits(BigInt(amount) + taken, asset, network)
  if (compareDecimals(wanted, left) <= 0) return
  const reserved = fromBaseUnits(taken, asset, network)
  throw new Invalid([fault(['body', 'amount'], 'more_than_left', { left, reserved })])
}

/** One account may have several spellings. */
function isSameAccount(network: Network, a: string, b: string): boolean {
  return accountOf(network, a) === accountOf(network, b)
}

/** A request that the body names and that is not there is a fault of the body. */
async function findRequest(db: Db, { requests }: Parts, id: string): Promise<PurchaseRequest> {
  try {
    return await requests.require(db, id)
  } catch (error) {
    if (error instanceof Failure && error.code === 'purchase_request_not_found')
      throw new Invalid([fault(['body', 'request_id'], 'request_not_found')])
    throw error
  }
}
