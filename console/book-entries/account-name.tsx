import { useTranslate } from 'react-admin'
import { isId } from '../../contract/api/common.ts'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { namedAccount } from './accounts.ts'

/** An account of the books in words. `isLink`: a client in it leads to its page. */
export function AccountName({ account, isLink = true }: { account: string; isLink?: boolean }) {
  const translate = useTranslate()
  const found = namedAccount(account)
  if (!found) return <>{account}</>
  const { name, detail, revalued } = found
  if (name === 'bank' && detail !== '')
    return <>{translate('kontor.book_entries.account.bank', { number: detail })}</>
  const title = translate(`kontor.book_entries.account.${name === 'bank' ? 'banks' : name}`)
  if (revalued !== undefined)
    return (
      <>
        {title}: <AccountName account={revalued} isLink={isLink} />
      </>
    )
  if (detail === '') return <>{title}</>
  return (
    <>
      {title}: {isId(detail) ? <OrganizationName id={detail} isLink={isLink} /> : detail}
    </>
  )
}
