import { useTranslate } from 'react-admin'
import { creditList } from '../../contract/lists/credits.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { ListPage } from '../views/list-page.tsx'
import { useCreditColumns } from './credit-columns.tsx'

/** Money that belongs to no request yet. What is open waits for somebody. */
export default function CreditList() {
  const translate = useTranslate()
  return (
    <ListPage
      list={creditList}
      title={translate('kontor.credits.title')}
      filters={{
        status: { label: translate('kontor.credits.filter_status'), texts: 'credits.status' },
        organization_id: { label: translate('kontor.credits.columns.organization') },
      }}
      usual={{ status: 'open' }}
      columns={useCreditColumns({ withOrganization: true })}
      empty={
        <EmptyState
          title={translate('kontor.credits.empty_title')}
          help={translate('kontor.credits.empty_help')}
        />
      }
    />
  )
}
