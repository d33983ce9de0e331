import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { useParams } from 'react-router-dom'
import { readApproval } from '../../contract/operations/control/approvals.ts'
import { readTransfer } from '../../contract/operations/wallets/transfers.ts'
import type { TransferDetailsResponse } from '../../contract/wallets/transfers.ts'
import { call } from '../api/client.ts'
import { ApprovalCard } from '../control/approval-card.tsx'
import { QueryState } from '../shared/answers/query-state.tsx'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { Page, WithRail } from '../shared/pages/page.tsx'
import { useUnits } from './intent/use-units.ts'
import { TransferActions } from './transfer-actions.tsx'
import { Intent, Outcome } from './transfer-facts.tsx'
import { TransferStatusChip } from './transfer-status.tsx'
import { TransferTimeline } from './transfer-timeline.tsx'

export default function TransferShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['transfers', 'getOne', id],
    queryFn: ({ signal }) => call(readTransfer, { params: { transfer_id: id }, signal }),
  })
  return <QueryState query={query}>{(transfer) => <Transfer transfer={transfer} />}</QueryState>
}

/** Everything that is needed to judge it, and its way from the intent to the effect. */
function Transfer({ transfer }: { transfer: TransferDetailsResponse }) {
  const translate = useTranslate()
  const units = useUnits()
  const { amount, asset, network, status, approval_id } = transfer
  const title = translate('kontor.transfers.one', { amount: units.amount(amount, asset, network) })
  const heading = (
    <>
      {title} <TransferStatusChip status={status} size="medium" />
    </>
  )
  const subtitle = (
    <>
      <Typography component="span">
        <OrganizationName id={transfer.organization_id} />
      </Typography>
      <Typography component="span" color="textSecondary">
        {translate(`kontor.network.${network}`)}
      </Typography>
    </>
  )
  return (
    <Page title={title} heading={heading} subtitle={subtitle}>
      <WithRail rail={<TransferTimeline transfer={transfer} />}>
        <TransferActions transfer={transfer} />
        <Intent transfer={transfer} />
        {approval_id !== null && <Approval id={approval_id} />}
        <Outcome transfer={transfer} />
      </WithRail>
    </Page>
  )
}

/** Those who may vote do it here. */
export function Approval({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['approvals', 'getOne', id],
    queryFn: ({ signal }) => call(readApproval, { params: { approval_id: id }, signal }),
  })
  return (
    <QueryState query={query}>
      {(approval) => <ApprovalCard approval={approval} isLinked isBesideContent />}
    </QueryState>
  )
}
