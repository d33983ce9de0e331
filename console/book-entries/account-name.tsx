import { useTranslate } from 'react-admin'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { choiceOf, clientAccount } from './accounts.ts'

/** An account of the books in words. */
export function AccountName({ account }: { account: string }) {
  const translate = useTranslate()
  const found = choiceOf(account)
  if (!found) return <>{account}</>
  if (found.choice === clientAccount)
    return (
      <>
        {translate('kontor.book_entries.account.client')}: <OrganizationName id={found.detail} />
      </>
    )
  if (found.detail) return <>{translate('kontor.book_entries.account.bank', { number: found.detail })}</>
  return <>{translate(`kontor.book_entries.account.${found.choice}`)}</>
}
