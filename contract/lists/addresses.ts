import { AddressFilter } from '../wallets/address-book.ts'
import { list } from './list.ts'

export const addressList = list({
  name: 'addresses',
  title: { en: 'Address book', ru: 'Адресная книга' },
  heads: {
    label: { en: 'Label', ru: 'Название' },
    owner: { en: 'Owner of the address', ru: 'Владелец адреса' },
    ownership: { en: 'Proof of ownership', ru: 'Подтверждение владения' },
    usable_from: { en: 'Usable from', ru: 'Доступен с' },
    added_by: { en: 'Added by', ru: 'Добавил' },
    added_at: { en: 'Added', ru: 'Добавлено' },
    removed_by: { en: 'Removed by', ru: 'Удалил' },
    removed_at: { en: 'Removed', ru: 'Удалено' },
  },
  access: 'wallets:read',
  filters: AddressFilter.properties,
  file: {
    id: 'exportAddresses',
    what: 'the address books',
    words: { ownership: 'ownership' },
  },
})
