import type { Feature } from './feature.ts'
import { checkId, exampleId, retry } from './phrases.ts'

/** Transfers of coins. */
export const transfers = {
  objects: {
    transfer: '/v1/transfers/{id}',
    transfer_batch: '/v1/transfer-batches/{id}',
  },
  permissions: {
    'transfers:manage': ['custodian'],
  },
  acts: {
    'transfer.sign': {
      meaning: 'sign a transfer of coins',
      permission: 'transfers:manage',
      separations: ['created'],
      hasAmount: true,
      hasOrganization: true,
    },
    'transfer.release': {
      meaning: 'give up a signed transfer',
      permission: 'transfers:manage',
      hasOrganization: true,
    },
    'transfer.confirm': {
      meaning: 'say that the network has carried out a transfer',
      permission: 'transfers:manage',
      hasOrganization: true,
    },
  },
  events: {
    'transfer.created': { permission: 'wallets:read', meaning: 'A transfer was prepared' },
    'transfer.signed': { permission: 'wallets:read', meaning: 'A transfer was signed' },
    'transfer.sent': { permission: 'wallets:read', meaning: 'A signed transfer was given to the network' },
    'transfer.confirmed': {
      permission: 'wallets:read',
      meaning: 'The recipient of a transfer has the amount',
    },
    'transfer.failed': { permission: 'wallets:read', meaning: 'The network has not carried out a transfer' },
    'transfer.replaced': {
      permission: 'wallets:read',
      meaning: 'A signed transfer was replaced by another one',
    },
    'transfer.cancelled': {
      permission: 'wallets:read',
      meaning: 'A transfer that was not signed was cancelled, or nobody had it signed for 30 days',
    },
    'transfer_batch.created': {
      permission: 'wallets:read',
      meaning: 'Transfers were put into a batch that is approved as one',
    },
    'transfer_batch.decided': {
      permission: 'wallets:read',
      meaning: 'A batch was approved: its transfers are being signed',
    },
    'transfer_batch.cancelled': {
      permission: 'wallets:read',
      meaning: 'A batch was dissolved: nothing more is signed under it',
    },
    'transfer.doubted': {
      permission: 'wallets:read',
      meaning: 'A node no longer knows the transaction of a transfer that was confirmed',
    },
    'transfer.released': { permission: 'wallets:read', meaning: 'A signed transfer was given up' },
  },
  actions: ['transfer.exported', 'transfer.signing'],
  failures: {
    proof_invalid: {
      kind: 'unavailable',
      cause:
        'The service did not write what this relies on as it is in the database: somebody changed it there, or it is of a release before there were proofs. `context.kind` says what it is. Nothing was done.',
      cure: 'Of a `transfer`, cancel it and prepare it again; release it with evidence first if it is a `transfer_decision`. Dissolve a `transfer_batch`, and put its transfers into another one. Remove an `address_book_entry` and add it again. Create the wallets of the organization again for a `wallet`. Compare a purchase request with what was agreed and approve it again for a `request_decision`. Tell who runs the service in any case: `kontor proofs show` lists such rows, and the audit event `proof.failed` names each that was met.',
      of: ['Transfers', 'Purchase requests', 'Wallets'],
      context: { kind: 'transfer', id: exampleId, retry_after: 60 },
    },
    transfer_not_found: {
      kind: 'not_found',
      cause: 'There is no transfer with this id.',
      cure: checkId,
      of: ['Transfers'],
    },
    transfers_disabled: {
      kind: 'conflict',
      cause: 'Transfers are switched off, as they are unless `KONTOR_TRANSFERS=on`.',
      cure: 'The operator of the installation can switch them on. What was signed before can still be exported.',
      of: ['Transfers'],
    },
    transfer_status: {
      kind: 'conflict',
      cause: 'The status of the transfer does not allow this; `context` has it, and the statuses that would.',
      cure: 'Read the transfer again.',
      of: ['Transfers'],
      context: { status: 'cancelled', allowed: ['draft'] },
    },
    transfer_blocked: {
      kind: 'conflict',
      cause:
        'Nothing may be sent there now. `context.blockers`: `cooling_off` (the entry is too new), `screening_hit` (the address is on a list), `screening_stale` (a list is too old), `screening_failed` (the address, the organization or one of its people could not be compared with the lists), `removed` (the entry was removed, or the wallet replaced), `request_changed` (the purchase request is no longer to be paid like this, or another transfer may still pay it, also one that has failed or was replaced and was not given up with evidence), `foreign_payer` (somebody else has paid for it, and nobody has accepted that), and if the policy asks for it `payer_unknown` (a payment does not say who has paid) and `not_on_statement` (a payment is no line of a bank statement).',
      cure: 'Resolve what blocks it, or cancel the transfer and prepare another one. A payer is accepted with `acceptPayer`, a payment proven by importing the statement and matching its line.',
      of: ['Transfers'],
      context: { blockers: ['cooling_off'] },
    },
    organization_stopped: {
      kind: 'conflict',
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
    signed_before: {
      kind: 'conflict',
      cause:
        'A signature of this transfer, or of another one that spends the same, was given out before the database went back to an earlier state.',
      cure: 'Look on the network whether it was carried out. Cancel the transfer, and prepare another one if it was not.',
      of: ['Transfers'],
      context: { transfer_id: exampleId },
    },
    already_spent: {
      kind: 'conflict',
      cause:
        'Another signed transfer spends the same input, nonce or seqno: `context.transfer_id`. Only one of them can be carried out.',
      cure: 'Use fresh inputs. To replace the other transfer, prepare one with `replaces`; if the network will never carry it out, release it. Where a transfer that was given up is confirmed: the other one was carried out instead, or is the same transaction and is confirmed in its place.',
      of: ['Transfers'],
      context: { transfer_id: exampleId, spend: 'nonce:7' },
    },
    not_enough_coins: {
      kind: 'conflict',
      cause:
        'The wallet of the desk has too little: other transfers that are signed and not carried out yet take `context.reserved` of `context.balance`, and this one needs `context.needed`.',
      cure: 'Use another wallet, fill this one up, or wait until those transfers are confirmed. A transfer that the network will never carry out is released.',
      of: ['Transfers'],
      context: { asset: 'USDT', balance: '2000', reserved: '1500', needed: '1000' },
    },
    no_fuel_wallet: {
      kind: 'conflict',
      cause:
        'No company of the desk has named another wallet that gives others the coin of this network (`context.network`).',
      cure: 'Whoever manages companies of the desk names one: `fuel_wallets` of the company.',
      of: ['Transfers'],
      context: { network: 'tron' },
    },
    top_up_open: {
      kind: 'conflict',
      cause: 'A top-up of this wallet is prepared, signed or being sent already: `context.transfer_id`.',
      cure: 'Carry that one out, or cancel it. One that the network will never carry out is released.',
      of: ['Transfers'],
      context: { transfer_id: exampleId },
    },
    transfer_batch_not_found: {
      kind: 'not_found',
      cause: 'There is no batch of transfers with this id.',
      cure: checkId,
      of: ['Transfers'],
    },
    transfer_batch_status: {
      kind: 'conflict',
      cause:
        'The status of the batch does not allow this: `context.status`. After 24 hours nothing more is signed under it (`expired`).',
      cure: 'Read the batch again. Transfers of one that is dissolved or expired are signed by themselves, or in another batch.',
      of: ['Transfers'],
      context: { status: 'cancelled' },
    },
    transfer_in_batch: {
      kind: 'conflict',
      cause: 'The transfer is in a batch (`context.batch_id`), and is signed with it.',
      cure: 'Sign the batch. To sign the transfer by itself, dissolve the batch first: `cancelTransferBatch`.',
      of: ['Transfers'],
      context: { batch_id: exampleId },
    },
    node_confirms: {
      kind: 'conflict',
      cause: 'The installation has a node of this network, which says itself what became of the transfer.',
      cure: 'Wait until the node sees the transaction deep enough in the chain, or send it. Of a transfer that has failed or was given up it was asked just now, and does not show that it is carried out: repeat this once it does.',
      of: ['Transfers'],
      context: { network: 'ethereum' },
    },
    replaces_nothing: {
      kind: 'conflict',
      cause:
        'The transaction would not spend anything that the replaced one spends, so that both could be carried out.',
      cure: 'Sign with at least one input, the nonce or the seqno of the replaced transfer: see its `signature.spends`.',
      of: ['Transfers'],
      context: { spends: ['nonce:7'] },
    },
    node_missing: {
      kind: 'conflict',
      cause: 'The installation has no node of this network.',
      cure: 'Export the signed transaction and send it from elsewhere, or configure a node.',
      of: ['Transfers'],
      context: { network: 'ethereum' },
    },
    qr_too_large: {
      kind: 'conflict',
      cause: 'The signed transaction does not fit into a QR code.',
      cure: 'Export it as text.',
      of: ['Transfers'],
      context: { characters: 6000, most: 2953 },
    },
    node_unavailable: {
      kind: 'unavailable',
      cause: 'The blockchain node of the network does not answer, answers nonsense, or refuses.',
      cure: `${retry} Without a node, type what the transaction needs, and send the exported transaction elsewhere.`,
      of: ['Transfers'],
      context: { retry_after: 5 },
    },
  },
  faults: {
    fee_ceiling_too_high: {
      sentence: 'should be at most %{most}',
      cure: 'Lower the ceiling: it is in base units of the coin, such as wei.',
    },
    fee_ceiling_unjudged: {
      sentence:
        'a rule of the policy bounds amounts and names no %{coin}: the fee may be at most %{most} %{coin}',
      cure: 'Prepare the transfer with a ceiling of at most `most`, or let somebody who may change the policy name the coin in the rules on `transfer.sign` that have amounts.',
    },
    tip_too_high: {
      sentence: 'should be at most %{most} gwei',
      cure: 'Lower the part for the validator. The highest price of gas may be above it.',
    },
    nonce_beyond_next: {
      sentence:
        'the nonce %{nonce} is beyond %{next}, the next one that is known: say why the transaction is to wait',
      cure: 'Use the nonce `next`. If it is really to be another one, send the reason in the header `Kontor-Reason`: it is shown to those who approve.',
    },
    fee_ceiling_out_of_proportion: {
      sentence: 'should be at most %{most}, in proportion to the amount',
      cure: 'Lower the ceiling, or send more at once.',
    },
    amount_too_small: {
      sentence: 'should be at least %{least}',
      cure: 'Send more: the amount is in base units, such as satoshi.',
    },
    destination_not_found: {
      sentence: 'the organization has no such address on this network',
      cure: 'List the addresses of the organization, and send the id of one on this network.',
    },
    destination_of_request: {
      sentence: 'coins of the desk that deliver a request go to its destination',
      cure: 'Leave `address_id` out. Another destination is approved with the request.',
    },
    more_than_left: {
      sentence: 'only %{left} are left to deliver, of which %{reserved} have a transfer already',
      cure: 'Send at most what is left less what has a transfer, or cancel the other transfer.',
    },
    batch_unknown: {
      sentence: 'there is no such transfer: %{transfer_id}',
      cure: 'Send ids of transfers, and inputs only of transfers of the batch.',
    },
    batch_not_draft: {
      sentence: "the transfer %{transfer_id} is '%{status}', and no draft",
      cure: 'Leave it out.',
    },
    batch_other_wallet: {
      sentence: 'the transfer %{transfer_id} is paid by another wallet than the first one',
      cure: 'Make a batch for each wallet.',
    },
    batch_sends_all: {
      sentence: 'the transfer %{transfer_id} sends all that there is, which is no sum to approve',
      cure: 'Sign it by itself.',
    },
    batch_replaces: {
      sentence: 'the transfer %{transfer_id} replaces another one, and is judged with it',
      cure: 'Sign it by itself.',
    },
    batch_has_approval: {
      sentence: 'the approval %{approval_id} was asked for the transfer %{transfer_id} alone',
      cure: 'Sign it by itself, or let whoever asked withdraw the approval.',
    },
    batch_in_another: {
      sentence: 'the transfer %{transfer_id} is in the batch %{batch_id}',
      cure: 'Leave it out, or dissolve that batch.',
    },
    batch_inputs_once: {
      sentence: 'on bitcoin one transaction makes all transfers of a batch, so its inputs are named once',
      cure: 'Send one item of `inputs`, with the id of any transfer of the batch, and all that is spent.',
    },
    batch_not_own: {
      sentence: 'the wallet belongs to no company of the desk',
      cure: 'Put only transfers from wallets of own organizations into a batch.',
    },
    above_fuel_cap: {
      sentence: 'the company lets its wallet give at most %{most}',
      cure: 'Ask for less, or let whoever manages companies of the desk raise the bound in `fuel_wallets`.',
    },
    top_up_of_other_asset: {
      sentence: 'what replaces a top-up sends the coin of the network as well',
      cure: 'Send the asset of the transfer that is replaced.',
    },
    fuel_not_needed: {
      sentence: 'the wallet has enough of the coin for the usual highest fee',
      cure: 'Say how much is to be sent: `amount`.',
    },
    same_address: { sentence: 'the wallet would pay itself', cure: 'Choose another address.' },
    request_of_other_terms: {
      sentence: 'the request has another asset, network or destination, or less is left to deliver',
      cure: 'Send the asset, the network, the destination and at most the open amount of the request.',
    },
    request_not_payable: {
      sentence: "coins are delivered for a request that is 'paid' or 'failed'",
      cure: 'Look at the status of the request.',
    },
    replaces_batch: {
      sentence: 'its transaction makes all transfers of a batch, and none of them is replaced alone',
      cure: 'Wait until the network carries it out. If it never will, release any of its transfers with evidence, which releases all, and make another batch.',
    },
    transfer_not_replaceable: {
      sentence: 'there is no signed transfer of this wallet that could be replaced',
      cure: 'Send the id of a transfer of the same wallet that is signed or sent.',
    },
    fee_above_ceiling: {
      sentence: 'the transaction would cost more than the fee ceiling',
      cure: 'Wait for lower fees, or prepare a transfer with a higher ceiling.',
    },
    replacement_above_ceiling: {
      sentence:
        'nodes take a replacement only with a higher fee than that of the first transaction, and the fee ceiling is too low for it',
      cure: 'Cancel this transfer, and prepare the replacement with a higher ceiling: `ctx.fee` says what it would cost.',
    },
    dust: { sentence: 'the amount is too small for the network', cure: 'Prepare a transfer of more.' },
    insufficient_funds: {
      sentence: 'the wallet has too little',
      cure: 'Fill the wallet up, or prepare a transfer of less. Check that the inputs are of today.',
    },
    gas_missing: {
      sentence: 'the wallet has too little of the coin of the network to pay the fee',
      cure: 'Send some of the coin of the network to the wallet first.',
    },
    rent: {
      sentence: 'the recipient would have too little to exist on the network',
      cure: 'Send enough that the account of the recipient can exist.',
    },
    input_invalid: {
      sentence: 'does not fit the transfer',
      cure: 'Look the inputs up again: `ctx` says which one.',
    },
    address_drifted: {
      sentence: 'the wallet does not follow from its mnemonic',
      cure: 'Tell the operator: `kontor wallets verify` says what is wrong.',
    },
    expired: { sentence: 'the network would no longer accept the transaction', cure: 'Send fresh inputs.' },
  },
} as const satisfies Feature
