import type { Feature } from './feature.ts'
import { exampleId } from './phrases.ts'

/** The addresses that coins may be sent to. */
export const addressBook = {
  objects: {
    address: '/v1/organizations/{organization_id}/addresses/{id}',
  },
  permissions: {
    'addresses:add': ['officer', 'operator'],
  },
  acts: {
    'address.add': {
      meaning: 'add an address that coins may be sent to',
      permission: 'addresses:add',
      hasOrganization: true,
    },
  },
  events: {
    'address.added': {
      permission: 'wallets:read',
      meaning: 'An address was added to the address book of an organization',
    },
    'address.removed': {
      permission: 'wallets:read',
      meaning: 'An address was removed from the address book of an organization',
    },
  },
  failures: {
    address_not_allowed: {
      kind: 'forbidden',
      cause:
        'The policy allows coins to be sent only to own wallets (`context.only` is `own_wallets`), or only to these and to addresses whose owner has signed a message (`proven`).',
      cure: 'Send `proof` where `proven` is enough, or let the policy be changed.',
      of: ['Address book'],
      context: { only: 'proven' },
    },
    address_not_found: {
      kind: 'not_found',
      cause: 'The address book of the organization has no such entry.',
      cure: 'List the addresses of the organization.',
      of: ['Address book'],
    },
    address_is_wallet: {
      kind: 'conflict',
      cause:
        'The address is a current wallet of the organization, which is in its address book by itself and cannot be added or removed.',
      cure: 'Use the id of the wallet.',
      of: ['Address book'],
      context: { wallet_id: exampleId },
    },
    address_looks_alike: {
      kind: 'conflict',
      cause:
        'The address begins and ends like a trusted one of its network, but is another one: a wallet of an organization (`kind` is `wallet`), an entry of an address book (`address_book_entry`), the destination of a signed transfer (`transfer`), or the typed destination of a delivered request (`purchase_request`). Who poisons addresses makes such ones, so that they are copied by mistake.',
      cure: 'Compare the whole address with each in `context.resembles`. If it is meant, send `compared_in_full: true`.',
      of: ['Address book', 'Transfers', 'Purchase requests', 'Deals'],
      context: {
        network: 'ethereum',
        address: '0x5aAEb6992c4fD1Bc7c2d1d7A0F5d8cC35f1beaEd',
        resembles: [
          {
            address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
            kind: 'address_book_entry',
            id: exampleId,
            name: 'Exchange',
          },
        ],
      },
    },
  },
  duplicates: {
    book_address: 'The address is in the address book of the organization already.',
  },
  faults: {
    address_invalid: {
      sentence: 'is not an address of this network',
      cure: 'Correct the address or the network.',
    },
    address_not_payable: {
      sentence: 'is %{what}: coins that are sent there are lost',
      cure: 'Ask the recipient for the address of their wallet: `ctx.kind` says what this one is. docs/address-book.md lists the kinds.',
    },
    book_address_not_found: {
      sentence: 'the organization has no such address on this network in its address book',
      cure: 'List the addresses of the organization, and use the id of one on this network.',
    },
    tron_only_declared: {
      sentence: 'addresses of tron can only be declared, not proven with a signature',
      cure: 'Add the address without `proof`.',
    },
    memo_not_on_network: {
      sentence: 'payments on this network carry no memo',
      cure: 'Leave it out. If the recipient asks for one, ask which network it is for.',
    },
    memo_needed: {
      sentence: 'the address book has a memo for this address, which a typed address has not',
      cure: 'Send the entry as `address_id`: its memo goes with the payment.',
    },
    challenge_not_living: {
      sentence: 'is no challenge for this address that can still be used: ask for a new one',
      cure: 'Ask for a new challenge, and have its message signed within the hour.',
    },
    signature_invalid: {
      sentence: 'is not the signature of the owner of the address over the message',
      cure: 'Sign the message exactly as it is, with the key of this address. For ton, send `public_key`.',
    },
  },
} as const satisfies Feature
