import { Button, Card, Stack, Tooltip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { listWalletGenerations } from '../../contract/operations/wallets/wallets.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import type { WalletGenerationResponse } from '../../contract/wallets/wallets.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { useFormatTime } from '../shared/time/time.tsx'
import { BalanceLine } from '../transfers/create/balance-line.tsx'
import { CreateWalletsButton } from './create-wallets-button.tsx'
import { IncomingPayments } from './incoming-payments.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { RetiredGenerations } from './retired-generations.tsx'
import { SecretsCard } from './secrets-card.tsx'
import { WalletList } from './wallet-list.tsx'

export default function WalletsTab({ organization }: { organization: OrganizationResponse }) {
  const query = useQuery({
    queryKey: ['wallets', organization.id],
    queryFn: ({ signal }) =>
      call(listWalletGenerations, { params: { organization_id: organization.id }, signal }),
  })
  return (
    <QueryState query={query}>
      {({ items: [current, ...retired] }) =>
        current ? (
          <Generations organization={organization} current={current} retired={retired} />
        ) : (
          <NoWallets organization={organization} />
        )
      }
    </QueryState>
  )
}

function NoWallets({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  return (
    <Card>
      <EmptyState
        title={translate('kontor.wallets.empty_title')}
        help={translate('kontor.wallets.empty_help')}
      >
        <CreateWalletsButton organization={organization} label="create" />
      </EmptyState>
    </Card>
  )
}

function Generations({
  organization,
  current,
  retired,
}: {
  organization: OrganizationResponse
  current: WalletGenerationResponse
  retired: WalletGenerationResponse[]
}) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const mayRead = usePermission('secrets:read')
  return (
    <>
      {retired.length > 0 && (
        <Typography variant="subtitle1" component="h2" sx={{ mb: 1 }}>
          {translate('kontor.wallets.current_since', {
            generation: current.generation,
            time: formatTime(current.created_at),
          })}
        </Typography>
      )}
      <Card sx={{ mb: 2 }}>
        <WalletList
          wallets={current.wallets}
          action={(wallet) => <BalanceLine organizationId={organization.id} walletId={wallet.id} />}
        />
      </Card>
      <Stack direction="row" sx={{ mb: 2, gap: 1, flexWrap: 'wrap' }}>
        <CreateWalletsButton organization={organization} label="add_missing" />
        <ReplaceButton current={current} />
      </Stack>
      <IncomingPayments organizationId={organization.id} />
      {mayRead && <SecretsCard organization={organization} />}
      {retired.length > 0 && <RetiredGenerations generations={retired} current={current} />}
    </>
  )
}

function ReplaceButton({ current }: { current: WalletGenerationResponse }) {
  const translate = useTranslate()
  const allowed = usePermission('wallets:create')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Tooltip title={allowed ? '' : translate('kontor.wallets.replace_not_allowed')}>
        <span>
          <Button color="warning" disabled={!allowed} onClick={() => setOpen(true)}>
            {translate('kontor.wallets.replace')}
          </Button>
        </span>
      </Tooltip>
      {isOpen && <ReplaceDialog current={current} onClose={() => setOpen(false)} />}
    </>
  )
}
