import { exampleId } from '../common.ts'
import { checkId, type PartOfGuide, retry } from './failure-guide.ts'

/** Wallets, address books, transfers and their signatures. */
export const custodyFailures = {
  address_not_allowed: {
    cause:
      'The policy allows coins to be sent only to own wallets (`context.only` is `own_wallets`), or only to these and to addresses whose owner has signed a message (`proven`).',
    cure: 'Send `proof` where `proven` is enough, or let the policy be changed.',
    of: ['Address book'],
    context: { only: 'proven' },
  },
  wallets_not_created: {
    cause: 'The organization has no wallets yet.',
    cure: 'Create them first.',
    of: ['Wallets'],
  },
  wallet_generation_not_found: {
    cause: 'The wallets of the organization have no generation with this number.',
    cure: 'List the generations of its wallets.',
    of: ['Wallets'],
  },
  address_not_found: {
    cause: 'The address book of the organization has no such entry.',
    cure: 'List the addresses of the organization.',
    of: ['Address book'],
  },
  transfer_not_found: {
    cause: 'There is no transfer with this id.',
    cure: checkId,
    of: ['Transfers'],
  },
  wallets_replaced: {
    cause:
      'Somebody else has replaced the wallets of the organization while this request waited; `context.generation` is the current one.',
    cure: 'List the wallets. Replace them again only if there is a new reason.',
    of: ['Wallets'],
    context: { generation: 2 },
  },
  address_is_wallet: {
    cause:
      'The address is a current wallet of the organization, which is in its address book by itself and cannot be added or removed.',
    cure: 'Use the id of the wallet.',
    of: ['Address book'],
    context: { wallet_id: '0199f0a4-5c1e-7b3a-9d42-6e8f01a2b3c4' },
  },
  signing_stopped: {
    cause:
      'Somebody has stopped the signing of transactions at `context.stopped_at`. Nothing signed is sent or exported either.',
    cure: 'Ask who stopped it and why: `GET /v1/signing`. Send the request again once signing has started.',
    of: ['Transfers'],
    context: { stopped_at: '2026-06-01T12:00:00.000Z' },
  },
  signing_not_stopped: {
    cause: 'Signing is not stopped; perhaps somebody else has just started it.',
    cure: 'Nothing: transactions are signed.',
    of: ['Signing'],
  },
  wallets_exist: {
    cause: 'The organization already has a wallet on every enabled network.',
    cure: 'List its wallets.',
    of: ['Wallets'],
  },
  transfers_disabled: {
    cause: 'Transfers are switched off, as they are unless `KONTOR_TRANSFERS=on`.',
    cure: 'The operator of the installation can switch them on. What was signed before can still be exported.',
    of: ['Transfers'],
  },
  transfer_status: {
    cause: 'The status of the transfer does not allow this; `context` has it, and the statuses that would.',
    cure: 'Read the transfer again.',
    of: ['Transfers'],
    context: { status: 'cancelled', allowed: ['draft'] },
  },
  transfer_blocked: {
    cause:
      'Nothing may be sent there now. `context.blockers`: `cooling_off` (the entry is too new), `screening_hit` (the address is on a list), `screening_stale` (a list is too old), `removed` (the entry was removed, or the wallet replaced), `request_changed` (the purchase request is no longer to be paid like this), `foreign_payer` (somebody else has paid for it, and nobody has accepted that), and if the policy asks for it `payer_unknown` (a payment does not say who has paid) and `not_on_statement` (a payment is no line of a bank statement).',
    cure: 'Resolve what blocks it, or cancel the transfer and prepare another one. A payer is accepted with `acceptPayer`, a payment proven by importing the statement and matching its line.',
    of: ['Transfers'],
    context: { blockers: ['cooling_off'] },
  },
  organization_stopped: {
    cause:
      'The organization is suspended or rejected, or a list may name it or one of its people: nothing leaves it but to its own wallets. `context.blockers` says why.',
    cure: 'Whoever may decide KYB decides the hit (`hit_id`), or approves the organization again. A transfer to an own wallet of the organization is allowed.',
    of: ['Transfers'],
    context: {
      blockers: [
        {
          code: 'kyb_not_approved',
          detail: "The organization's KYB status is 'suspended'.",
          organization_id: exampleId,
          kyb_status: 'suspended',
        },
      ],
    },
  },
  already_spent: {
    cause:
      'Another signed transfer spends the same input, nonce or seqno: `context.transfer_id`. Only one of them can be carried out.',
    cure: 'Use fresh inputs. To replace the other transfer, prepare one with `replaces`; if the network will never carry it out, release it.',
    of: ['Transfers'],
    context: { transfer_id: exampleId, spend: 'nonce:7' },
  },
  replaces_nothing: {
    cause:
      'The transaction would not spend anything that the replaced one spends, so that both could be carried out.',
    cure: 'Sign with at least one input, the nonce or the seqno of the replaced transfer: see its `signature.spends`.',
    of: ['Transfers'],
    context: { spends: ['nonce:7'] },
  },
  node_missing: {
    cause: 'The installation has no node of this network.',
    cure: 'Export the signed transaction and send it from elsewhere, or configure a node.',
    of: ['Transfers'],
    context: { network: 'ethereum' },
  },
  qr_too_large: {
    cause: 'The signed transaction does not fit into a QR code.',
    cure: 'Export it as text.',
    of: ['Transfers'],
    context: { characters: 6000, most: 2953 },
  },
  secret_reads_limited: {
    cause: 'You have read as many secrets as one administrator may read in an hour.',
    cure: retry,
    of: ['Wallets'],
    context: { retry_after: 1800, limit: 30 },
  },
  node_unavailable: {
    cause: 'The blockchain node of the network does not answer, answers nonsense, or refuses.',
    cure: `${retry} Without a node, type what the transaction needs, and send the exported transaction elsewhere.`,
    of: ['Transfers'],
    context: { retry_after: 5 },
  },
} satisfies PartOfGuide
