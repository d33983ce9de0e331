import type { FailureCode } from '../../contract/error-codes.ts'
import type { Network } from '../../contract/networks.ts'

export const en = {
  wallets: {
    title: 'Wallets',
    empty_title: 'No wallets yet',
    empty_help:
      'One recovery phrase is created for the organization; an address on each network is derived from it.',
    create: 'Create wallets',
    create_confirm: 'Create wallets for "%{name}"?',
    create_confirm_help: 'A recovery phrase is created and sealed in the vault. This cannot be undone.',
    created: 'The wallets were created.',
    complete: 'There is already a wallet for every enabled network.',
    add_missing: 'Add new networks',
    not_allowed: 'Only an owner or a custodian can create wallets.',
    address: 'Address',
    path: 'Derivation path',
    exposed: 'Secret was revealed',
    exposed_help: 'First revealed %{time}. Whoever has seen the secret can move the funds.',
    secrets: 'Break-glass',
    show_mnemonic: 'Show recovery phrase',
    show_keys: 'Show secret keys',
    recorded:
      'For emergencies only. This is recorded in the audit log, with your name, the time and the reason.',
    danger: 'Whoever sees this can move all funds. Make sure nobody looks at your screen.',
    show_now: 'Show',
    show_again: 'Show again',
    hidden_in: 'Hidden in %{seconds} s',
    hidden: 'Hidden. "Show again" creates another audit record.',
    blurred: 'Hidden: window lost focus. "Show again" creates another audit record.',
    mnemonic: 'Break-glass: recovery phrase',
    keys: 'Break-glass: secret keys',
    reason_help: 'Shown to those who approve, and kept in the audit log.',
    reason_missing: 'Say why the secret must be shown.',
    generation: 'Generation %{generation}',
    current_since: 'Current wallets: generation %{generation}, since %{time}',
    retired: 'Retired wallets',
    retired_help:
      'Coins on these addresses stay there until somebody moves them. Requests are not delivered to them any more.',
    retired_at: 'Retired %{time}',
    retired_reason: 'Why they were replaced',
    replace: 'Replace the wallets',
    replace_not_allowed: 'Owners and custodians replace wallets.',
    replace_reason: 'Why are they replaced?',
    replace_reason_help: 'Stays with the old wallets, and is shown to those who approve.',
    replace_new: 'A new recovery phrase is made, with a new address on each network: %{networks}.',
    replace_coins:
      'Coins on the old addresses stay there until somebody moves them. The old phrase can still be revealed.',
    replace_requests:
      'Purchase requests that name an old address are neither approved nor delivered until they are corrected.',
    replace_undone: 'This cannot be undone.',
    replaced: 'The wallets were replaced. Tell those who pay to them the new addresses.',
    format: 'Format: %{format}',
  },
  network: {
    bitcoin: 'Bitcoin',
    ethereum: 'Ethereum',
    tron: 'Tron',
    solana: 'Solana',
    ton: 'TON',
  } satisfies Record<Network, string>,
  errors: {
    node_unavailable: 'The blockchain node does not answer or refuses. Try again, or go on without it.',
    wallets_not_created: 'The organization has no wallets yet.',
    wallets_exist: 'The organization already has wallets.',
    wallet_generation_not_found: 'The organization has no such generation of wallets.',
    wallets_replaced: 'Somebody else has just replaced these wallets. Look at the new ones first.',
    secret_reads_limited: 'You have reached the hourly limit for showing secrets. Try again in %{seconds} s.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: {
    wallets: {
      created: 'Created wallets',
      replaced: 'Replaced wallets',
    },
    secret: {
      read: 'Viewed secrets (break-glass)',
    },
  },
  object_name: {
    wallet: 'wallet',
  },
}
