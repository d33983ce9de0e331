import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { CreditResponse } from '../../contract/purchase-requests/deals.ts'
import { type Column, Second } from '../shared/lists/record-table.tsx'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { BookedAt } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { CreditActions } from './credit-actions.tsx'

export function useCreditColumns({
  withOrganization,
}: {
  withOrganization: boolean
}): Column<CreditResponse>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const label = (name: string) => translate(`kontor.credits.columns.${name}`)
  const organization: Column<CreditResponse> = {
    key: 'organization',
    kind: 'name',
    label: label('organization'),
    render: ({ organization_id }) => <OrganizationName id={organization_id} />,
  }
  return [
    ...(withOrganization ? [organization] : []),
    {
      key: 'received',
      label: label('received'),
      kind: 'time',
      priority: 3,
      render: ({ received_at }) => <BookedAt at={received_at} />,
    },
    {
      key: 'reference',
      label: translate('kontor.deal.fields.reference'),
      priority: 5,
      render: ({ reference, request_id }) => (
        <>
          {reference}
          {request_id !== null && (
            <Second>
              <Link to={`/purchase-requests/${request_id}/show`}>
                {translate('kontor.credits.for_request')}
              </Link>
            </Second>
          )}
        </>
      ),
    },
    {
      key: 'payer',
      priority: 6,
      label: label('payer'),
      render: ({ payer_inn, payer_account }) => [payer_inn, payer_account].filter(Boolean).join(', '),
    },
    {
      key: 'amount',
      kind: 'amount',
      priority: 4,
      label: label('amount'),
      align: 'right',
      render: ({ amount, currency }) => format(amount, currency),
    },
    {
      key: 'left',
      kind: 'amount',
      priority: 1,
      label: label('left'),
      align: 'right',
      render: ({ left_amount, currency }) => <b>{format(left_amount, currency)}</b>,
    },
    {
      key: 'actions',
      label: label('actions'),
      kind: 'buttons',
      priority: 2,
      render: (credit) => <CreditActions credit={credit} />,
    },
  ]
}
