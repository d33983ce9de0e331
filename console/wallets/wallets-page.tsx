import { useTranslate } from 'react-admin'
import { walletList } from '../../contract/lists/wallets.ts'
import { generationStatuses, type ListedWallet, walletHoldings } from '../../contract/wallets/wallets.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import type { Column } from '../shared/lists/record-table.tsx'
import { Ago } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { ShortAddress } from '../shared/values/short-address.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ListPage } from '../views/list-page.tsx'
import { useBalanceText } from './balance-text.ts'

/** The wallets of all organizations. */
export default function WalletsPage() {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.wallets.all.${name}`)
  return (
    <ListPage
      list={walletList}
      title={translate('kontor.wallets.title')}
      filters={{
        q: { label: text('search') },
        organization_id: { label: text('organization') },
        network: { label: text('network'), texts: 'network' },
        status: {
          label: text('status'),
          choices: generationStatuses.map((id) => ({
            id,
            name: translate(`kontor.generation_status.${id}`),
          })),
        },
        holding: {
          label: text('on_chain'),
          choices: walletHoldings.map((id) => ({ id, name: translate(`kontor.wallets.holding.${id}`) })),
        },
      }}
      columns={useColumns()}
      linkTo={({ id }) => `/wallets/${id}/show`}
      empty={<EmptyState title={translate('kontor.wallets.empty_title')} help={text('empty_help')} />}
    />
  )
}

function useColumns(): Column<ListedWallet>[] {
  const translate = useTranslate()
  const balance = useBalanceText()
  const label = (name: string) => translate(`kontor.wallets.all.${name}`)
  return [
    {
      key: 'address',
      kind: 'address',
      label: translate('kontor.wallets.address'),
      render: ({ address }) => <ShortAddress address={address} />,
      after: ({ address }) => <CopyButton text={address} what={address} />,
    },
    {
      key: 'network',
      kind: 'count',
      priority: 3,
      label: label('network'),
      render: ({ network }) => translate(`kontor.network.${network}`),
    },
    {
      key: 'organization',
      kind: 'name',
      priority: 1,
      label: label('organization'),
      render: ({ organization_name }) => organization_name,
    },
    { key: 'booked', kind: 'stated', priority: 2, label: label('booked'), render: balance.booked },
    { key: 'on_chain', kind: 'stated', priority: 4, label: label('on_chain'), render: balance.onChain },
    {
      key: 'status',
      kind: 'status',
      priority: 6,
      label: label('status'),
      render: ({ status, generation }) => (
        <StatusChip kind="generation_status" status={status} label={String(generation)} />
      ),
    },
    {
      key: 'used',
      kind: 'ago',
      priority: 5,
      label: label('used'),
      render: ({ last_used_at }) => last_used_at && <Ago at={last_used_at} />,
    },
    {
      key: 'created',
      kind: 'ago',
      priority: 7,
      isOrder: true,
      label: label('created'),
      render: ({ created_at }) => <Ago at={created_at} />,
    },
  ]
}
