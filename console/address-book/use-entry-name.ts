import { useTranslate } from 'react-admin'
import type { BookAddressResponse } from '../../contract/wallets/address-book.ts'

/** What people call an entry. An own wallet has no label. */
export function useEntryName(): (entry: Pick<BookAddressResponse, 'label' | 'owner'>) => string {
  const translate = useTranslate()
  return ({ label, owner }) => {
    if (label === null) return translate('kontor.address_book.own_wallet')
    return owner === null || owner === label ? label : `${label} (${owner})`
  }
}
