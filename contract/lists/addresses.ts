import { AddressFilter } from '../wallets/address-book.ts'
import { list } from './list.ts'

export const addressList = list({
  name: 'addresses',
  access: 'wallets:read',
  filters: AddressFilter.properties,
  file: {
    id: 'exportAddresses',
    what: 'the address books',
    words: { ownership: 'ownership' },
  },
})
