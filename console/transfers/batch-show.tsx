import { Alert, Box, Button, Chip, Stack, Link as TextLink, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import {
  cancelTransferBatch,
  readTransferBatch,
  signTransferBatch,
} from '../../contract/operations/wallets/transfer-batches.ts'
import { broadcastTransfer } from '../../contract/operations/wallets/transfers.ts'
import type {
  SignedTransferBatchResponse,
  TransferBatchDetailsResponse,
} from '../../contract/wallets/transfer-batches.ts'
import type { TransferResponse } from '../../contract/wallets/transfers.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Time } from '../shared/time/time.tsx'
import { CopiedDetail } from '../shared/values/copied-detail.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { GroupedAddress } from '../shared/values/grouped-address.tsx'
import { BatchTransaction } from './batch-transaction.tsx'
import { useUnits } from './intent/use-units.ts'
import { useSigning } from './signing/signing-query.ts'
import { Approval } from './transfer-show.tsx'
import { TransferStatusChip } from './transfer-status.tsx'

type Refused = SignedTransferBatchResponse['refused']

export default function BatchShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['transfers', 'batch', id],
    queryFn: ({ signal }) => call(readTransferBatch, { params: { batch_id: id }, signal }),
  })
  return <QueryState query={query}>{(batch) => <Batch batch={batch} />}</QueryState>
}

/** What is approved as one, and where each of its transfers is. */
function Batch({ batch }: { batch: TransferBatchDetailsResponse }) {
  const translate = useTranslate()
  const nameOfDoer = useDoerName()
  const units = useUnits()
  const [refused, setRefused] = useState<Refused>([])
  const text = (name: string, values = {}) => translate(`kontor.transfer_batches.${name}`, values)
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  const { network } = batch
  const title = text('one', { count: batch.count })
  const heading = (
    <>
      {title} <Chip variant="outlined" label={translate(`kontor.batch_status.${batch.status}`)} />
    </>
  )
  return (
    <Page
      title={title}
      heading={heading}
      subtitle={
        <Typography component="span">
          <OrganizationName id={batch.organization_id} />
        </Typography>
      }
    >
      <Actions batch={batch} onRefused={setRefused} />
      {refused.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text(batch.network === 'bitcoin' ? 'refused_together' : 'refused')}
          {refused.map(({ transfer_id, code, detail }) => (
            <Box key={transfer_id}>
              <TextLink component={Link} to={`/transfers/${transfer_id}/show`}>
                {nameOf(batch, transfer_id, units)}
              </TextLink>
              : {translate(`kontor.errors.${code}`, { _: detail })}
            </Box>
          ))}
        </Alert>
      )}
      <Section title={text('content')}>
        <Details>
          <Detail label={label('amount')}>
            {batch.sums.map(({ asset, amount }) => units.amount(amount, asset, network)).join(' + ')}
          </Detail>
          <Detail label={label('fee')}>{units.fee(batch.fee_ceiling, network)}</Detail>
          <Detail label={text('recipients')}>{batch.recipients}</Detail>
          <Detail label={label('network')}>{translate(`kontor.network.${network}`)}</Detail>
          <Detail label={label('from')} wide>
            <GroupedAddress address={batch.from_address} what={label('from')} />
          </Detail>
          <Detail label={label('reason')} wide>
            {batch.reason}
          </Detail>
          <CopiedDetail label={label('digest')} value={batch.digest} wide />
          <Detail label={label('created')} wide>
            {nameOfDoer(batch.created_by)} · <Time at={batch.created_at} />
          </Detail>
          {batch.expires_at && (
            <Detail label={text('expires')} wide>
              <Time at={batch.expires_at} />
            </Detail>
          )}
        </Details>
      </Section>
      {batch.approval_id !== null && <Approval id={batch.approval_id} />}
      <BatchTransaction batch={batch} />
      <Section title={translate('kontor.transfers.title')}>
        <Records rows={batch.transfers} columns={useColumns()} label={translate('kontor.transfers.title')} />
      </Section>
    </Page>
  )
}

function nameOf(batch: TransferBatchDetailsResponse, id: string, units: ReturnType<typeof useUnits>): string {
  const one = batch.transfers.find((transfer) => transfer.id === id)
  return one ? `${units.amount(one.amount, one.asset, one.network)} → ${one.to_label ?? one.to_address}` : id
}

function Actions({
  batch,
  onRefused,
}: {
  batch: TransferBatchDetailsResponse
  onRefused: (refused: Refused) => void
}) {
  const translate = useTranslate()
  const allowed = usePermission('transfers:manage')
  const { data: signing } = useSigning()
  const act = useAct('transfers')
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { id, status } = batch
  const text = (name: string) => translate(`kontor.transfer_batches.${name}`)
  const params = { batch_id: id }
  const isOpen = ['draft', 'waiting', 'approved', 'signing'].includes(status)
  const signed = batch.transfers.filter((one) => one.status === 'signed')
  const canSend = signed.length > 0 && (signing?.nodes.includes(batch.network) ?? false)
  if (!isOpen && status !== 'expired' && !canSend) return null
  const isStopped = signing?.is_stopped ?? false

  async function run(work: () => Promise<unknown>, done: string) {
    setBusy(true)
    await act(work, done)
    void queryClient.invalidateQueries({ queryKey: ['approvals'] })
    setBusy(false)
  }

  const sign = () =>
    run(async () => {
      const { refused } = await call(signTransferBatch, { params, body: {} })
      onRefused(refused)
    }, 'kontor.transfer_batches.signed')
  const send = () =>
    run(async () => {
      // One of those that one transaction makes sends all of them.
      const sent = batch.network === 'bitcoin' ? signed.slice(0, 1) : signed
      for (const one of sent) await call(broadcastTransfer, { params: { transfer_id: one.id } })
    }, 'kontor.transfers.broadcast_done')

  return (
    <Section title={translate('kontor.transfers.next_step')}>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {text(`what_now.${status}`)}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {isOpen && (
          <Button variant="contained" disabled={!allowed || busy || isStopped} onClick={sign}>
            {text('sign')}
          </Button>
        )}
        {canSend && (
          <Button variant="outlined" disabled={!allowed || busy || isStopped} onClick={send}>
            {translate('kontor.transfers.broadcast')}
          </Button>
        )}
        {(isOpen || status === 'expired') && (
          <Button
            variant="outlined"
            color="error"
            disabled={!allowed || busy}
            onClick={() =>
              run(() => call(cancelTransferBatch, { params, body: {} }), 'kontor.transfer_batches.cancelled')
            }
          >
            {text('cancel')}
          </Button>
        )}
      </Stack>
    </Section>
  )
}

function useColumns(): Column<TransferResponse>[] {
  const translate = useTranslate()
  const units = useUnits()
  const label = (name: string) => translate(`kontor.transfers.fields.${name}`)
  return [
    {
      key: 'amount',
      kind: 'amount',
      label: label('amount'),
      render: ({ id, amount, asset, network }) => (
        <TextLink component={Link} to={`/transfers/${id}/show`}>
          {units.amount(amount, asset, network)}
        </TextLink>
      ),
    },
    {
      key: 'to',
      label: label('to'),
      render: ({ to_label, to_address, memo, client_id }) => (
        <>
          {client_id ? <OrganizationName id={client_id} /> : to_label}{' '}
          <GroupedAddress address={to_address} memo={memo} />
        </>
      ),
    },
    {
      key: 'status',
      kind: 'status',
      label: label('status'),
      render: ({ status }) => <TransferStatusChip status={status} />,
    },
  ]
}
