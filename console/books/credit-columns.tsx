import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { CreditResponse } from '../../contract/deals.ts'
import { useFormatAmount } from '../shared/money.ts'
import { OrganizationName } from '../shared/organization-name.tsx'
import type { Column } from '../shared/record-table.tsx'
import { BookedAt } from '../shared/time.tsx'
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
    label: label('organization'),
    render: ({ organization_id }) => <OrganizationName id={organization_id} />,
  }
  return [
    ...(withOrganization ? [organization] : []),
    {
      key: 'received',
      label: label('received'),
      render: ({ received_at, reference, request_id }) => (
        <>
          <BookedAt at={received_at} />
          <Typography variant="body2" color="textSecondary">
            {reference}
            {request_id !== null && (
              <>
                {' · '}
                <Link to={`/purchase-requests/${request_id}/show`}>
                  {translate('kontor.credits.for_request')}
                </Link>
              </>
            )}
          </Typography>
        </>
      ),
    },
    {
      key: 'payer',
      label: label('payer'),
      render: ({ payer_inn, payer_account }) => [payer_inn, payer_account].filter(Boolean).join(', '),
    },
    {
      key: 'amount',
      label: label('amount'),
      align: 'right',
      render: ({ amount, currency }) => format(amount, currency),
    },
    {
      key: 'left',
      label: label('left'),
      align: 'right',
      render: ({ left_amount, currency }) => <b>{format(left_amount, currency)}</b>,
    },
    { key: 'actions', label: label('actions'), render: (credit) => <CreditActions credit={credit} /> },
  ]
}
