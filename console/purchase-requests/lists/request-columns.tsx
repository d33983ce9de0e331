import { useMemo } from 'react'
import { useTranslate } from 'react-admin'
import type { PurchaseRequestResponse } from '../../../contract/purchase-requests/purchase-requests.ts'
import type { Column } from '../../shared/lists/record-table.tsx'
import { useNameOf } from '../../shared/names/administrator-names.ts'
import { BuyerName } from '../../shared/names/buyer-name.tsx'
import { Ago } from '../../shared/time/time.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import { StatusChip } from '../../shared/values/status-chip.tsx'

export function useRequestColumns({
  withOrganization,
}: {
  withOrganization: boolean
}): Column<PurchaseRequestResponse>[] {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const nameOf = useNameOf()
  return useMemo(() => {
    const label = (name: string) => translate(`kontor.requests.columns.${name}`)
    const organization: Column<PurchaseRequestResponse> = {
      key: 'organization',
      kind: 'name',
      priority: 1,
      label: label('organization'),
      render: (row) => <BuyerName id={row.organization_id} organization={row.organization} />,
    }
    return [
      { key: 'number', label: label('number'), kind: 'code', render: (row) => row.number },
      ...(withOrganization ? [organization] : []),
      {
        key: 'amount',
        kind: 'amount',
        priority: 4,
        label: label('amount'),
        align: 'right',
        render: (row) => amount(row.crypto_amount, row.asset),
      },
      {
        key: 'total',
        kind: 'amount',
        priority: 3,
        label: label('total'),
        align: 'right',
        render: (row) => amount(row.total_amount, row.fiat_currency),
      },
      {
        key: 'status',
        kind: 'status',
        priority: 2,
        label: label('status'),
        render: (row) => <StatusChip kind="request_status" status={row.status} />,
      },
      {
        key: 'assignee',
        priority: 6,
        label: label('assignee'),
        render: (row) => (row.assignee_id === null ? '' : nameOf(row.assignee_id)),
      },
      {
        key: 'created',
        label: label('created'),
        kind: 'ago',
        priority: 5,
        isOrder: true,
        render: (row) => <Ago at={row.created_at} />,
      },
    ]
  }, [translate, amount, nameOf, withOrganization])
}

export function requestPlace(request: { id: string | number }): string {
  return `/purchase-requests/${request.id}/show`
}
