import { Alert, Link as TextLink } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import { listWalletMovements, readWallet } from '../../contract/operations/wallets/wallets.ts'
import type { WalletDetailsResponse, WalletMovement } from '../../contract/wallets/wallets.ts'
import { call } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Records } from '../shared/lists/records.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Time } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { Mono } from '../shared/values/mono.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { NeededFuel } from '../transfers/create/needed-fuel.tsx'
import { useBalanceText } from './balance-text.ts'

export default function WalletShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['wallets', 'getOne', id],
    queryFn: ({ signal }) => call(readWallet, { params: { wallet_id: id }, signal }),
  })
  return <QueryState query={query}>{(wallet) => <Wallet wallet={wallet} />}</QueryState>
}

function Wallet({ wallet }: { wallet: WalletDetailsResponse }) {
  const translate = useTranslate()
  const balance = useBalanceText()
  const label = (name: string) => translate(`kontor.wallets.all.${name}`)
  const network = translate(`kontor.network.${wallet.network}`)
  return (
    <Page
      title={`${network}: ${wallet.organization_name}`}
      subtitle={
        <StatusChip
          kind="generation_status"
          status={wallet.status}
          label={translate('kontor.wallets.generation', { generation: wallet.generation })}
        />
      }
    >
      {wallet.status === 'retired' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('kontor.wallets.retired_help')}
        </Alert>
      )}
      <NeededFuel walletId={wallet.id} />
      <Section title={translate('kontor.wallets.one')}>
        <Details>
          <Detail label={translate('kontor.wallets.address')} wide>
            <Mono>{wallet.address}</Mono>
            <CopyButton text={wallet.address} what={`${network}, ${translate('kontor.wallets.address')}`} />
          </Detail>
          <Detail label={label('organization')} wide>
            <TextLink component={Link} to={`/organizations/${wallet.organization_id}/show/wallets`}>
              {wallet.organization_name}
            </TextLink>
          </Detail>
          <Detail label={label('booked')}>{balance.booked(wallet)}</Detail>
          <Detail label={label('on_chain')}>{balance.onChainAt(wallet)}</Detail>
          <Detail label={label('used')}>
            {wallet.last_used_at ? <Time at={wallet.last_used_at} /> : label('never')}
          </Detail>
          <Detail label={label('created')}>
            <Time at={wallet.created_at} />
          </Detail>
          <Detail label={translate('kontor.wallets.path')}>{wallet.derivation_path}</Detail>
          {wallet.exposed_at && (
            <Detail label={translate('kontor.wallets.exposed')}>
              <Time at={wallet.exposed_at} />
            </Detail>
          )}
          {wallet.retired_reason && (
            <Detail label={translate('kontor.wallets.retired_reason')} wide>
              {wallet.retired_reason}
            </Detail>
          )}
        </Details>
      </Section>
      <Movements walletId={wallet.id} />
    </Page>
  )
}

function Movements({ walletId }: { walletId: string }) {
  const translate = useTranslate()
  const columns = useColumns()
  const query = useQuery({
    queryKey: ['wallets', 'movements', walletId],
    queryFn: ({ signal }) => call(listWalletMovements, { params: { wallet_id: walletId }, signal }),
  })
  const title = translate('kontor.wallets.movements.title')
  return (
    <Section title={title}>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              title={translate('kontor.wallets.movements.empty_title')}
              help={translate('kontor.wallets.movements.empty_help')}
            />
          ) : (
            <Records rows={items} columns={columns} label={title} />
          )
        }
      </QueryState>
    </Section>
  )
}

function useColumns(): Column<WalletMovement>[] {
  const translate = useTranslate()
  const format = useFormatAmount()
  const label = (name: string) => translate(`kontor.wallets.movements.${name}`)
  return [
    { key: 'at', kind: 'time', label: label('at'), render: ({ at }) => <Time at={at} /> },
    {
      key: 'kind',
      label: label('kind'),
      render: ({ kind, id }) =>
        kind === 'delivery' ? (
          label(kind)
        ) : (
          <TextLink
            component={Link}
            to={`/${kind === 'acquisition' ? 'acquisitions' : 'transfers'}/${id}/show`}
          >
            {label(kind)}
          </TextLink>
        ),
    },
    {
      key: 'amount',
      kind: 'amount',
      label: label('amount'),
      render: ({ amount, asset, kind }) =>
        amount === null
          ? translate('kontor.transfers.everything', { asset })
          : format(kind === 'transfer_out' ? `-${amount}` : amount, asset),
    },
    {
      key: 'status',
      kind: 'status',
      label: label('status'),
      render: ({ kind, status }) => (
        <StatusChip
          kind={kind === 'delivery' || kind === 'acquisition' ? 'wallets.movements' : 'transfer_status'}
          status={status}
        />
      ),
    },
    {
      key: 'request',
      kind: 'code',
      label: label('request'),
      render: ({ request_id, request_number }) =>
        request_id && (
          <TextLink component={Link} to={`/purchase-requests/${request_id}/show`}>
            {request_number}
          </TextLink>
        ),
    },
  ]
}
