import { Type } from 'typebox'
import { field, Id, ref } from '../../api/common.ts'
import { operation, organizationParams } from '../../api/operation.ts'
import * as book from '../../wallets/address-book.ts'

const tag = {
  name: 'Address book',
  nouns: ['Addresses', 'Address'],
  isPreview: true,
  description: 'The addresses that coins of an organization may be sent to, and whose they are.',
}

const entryParams = Type.Object({
  ...organizationParams.properties,
  address_id: field(Id, 'The id of the entry'),
})

export const challengeAddress = operation({
  id: 'challengeAddress',
  method: 'POST',
  path: '/v1/organizations/{organization_id}/addresses/challenge',
  tag,
  summary: 'Make a message that the owner of an address signs',
  description: 'Not for tron, whose addresses can only be declared.',
  access: 'addresses:add',
  params: organizationParams,
  body: ref(book.AddressChallengeBody),
  success: 201,
  response: ref(book.AddressChallengeResponse),
  extension: true,
})

export const listAddresses = operation({
  id: 'listAddresses',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/addresses',
  tag,
  summary: 'List the address book of an organization',
  access: 'wallets:read',
  params: organizationParams,
  query: Type.Object({ network: book.AddressFilter.properties.network }),
  response: ref(book.BookAddressListResponse),
  extension: true,
})

export const addAddress = operation({
  id: 'addAddress',
  method: 'POST',
  path: '/v1/organizations/{organization_id}/addresses',
  tag,
  summary: 'Add an address',
  description:
    'It is screened at once. The policy says who must approve it, and after which time it can be used.',
  access: 'addresses:add',
  params: organizationParams,
  body: ref(book.AddAddressBody),
  success: 201,
  response: ref(book.BookAddressResponse),
  location: '/v1/organizations/{organization_id}/addresses/{id}',
  acts: [{ name: 'address.add' }],
  extension: true,
})

export const readAddress = operation({
  id: 'readAddress',
  method: 'GET',
  path: '/v1/organizations/{organization_id}/addresses/{address_id}',
  tag,
  summary: 'Read an address',
  description: 'Also one that was removed.',
  access: 'wallets:read',
  params: entryParams,
  response: ref(book.BookAddressResponse),
  extension: true,
})

export const removeAddress = operation({
  id: 'removeAddress',
  byPeople: true,
  method: 'DELETE',
  path: '/v1/organizations/{organization_id}/addresses/{address_id}',
  tag,
  summary: 'Remove an address',
  description: 'Nothing more is sent to it. What was sent before keeps its entry.',
  access: 'addresses:add',
  params: entryParams,
  success: 204,
  extension: true,
})
