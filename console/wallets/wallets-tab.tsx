import QrIcon from '@mui/icons-material/QrCode2'
import {
  Box,
  Button,
  Card,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Stack,
  Tooltip,
  Typography,
} from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import { listWallets } from '../../contract/operations/wallets.ts'
import type { OrganizationResponse } from '../../contract/organizations.ts'
import type { WalletResponse } from '../../contract/wallets.ts'
import { call } from '../api/client.ts'
import { CopyButton } from '../shared/copy-button.tsx'
import { EmptyState } from '../shared/empty-state.tsx'
import { lazyPage } from '../shared/lazy-page.ts'
import { monospace } from '../shared/mono.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { useFormatTime } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { CreateWalletsButton } from './create-wallets-button.tsx'
import { SecretsCard } from './secrets-card.tsx'

const QrCode = lazyPage(() => import('../shared/qr-code.tsx'))

export default function WalletsTab({ organization }: { organization: OrganizationResponse }) {
  const query = useQuery({
    queryKey: ['wallets', organization.id],
    queryFn: ({ signal }) => call(listWallets, { params: { organization_id: organization.id }, signal }),
  })
  return (
    <QueryState query={query}>
      {(wallets) => <Wallets organization={organization} wallets={wallets} />}
    </QueryState>
  )
}

function Wallets({
  organization,
  wallets,
}: {
  organization: OrganizationResponse
  wallets: WalletResponse[]
}) {
  const translate = useTranslate()
  const mayRead = usePermission('secrets:read')
  const [scanned, setScanned] = useState<WalletResponse | null>(null)
  if (wallets.length === 0) {
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
  return (
    <>
      <Card sx={{ mb: 2 }}>
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {wallets.map((wallet) => (
            <Wallet key={wallet.id} wallet={wallet} onScan={() => setScanned(wallet)} />
          ))}
        </Stack>
      </Card>
      <Stack direction="row" sx={{ mb: 2 }}>
        <CreateWalletsButton organization={organization} label="add_missing" />
      </Stack>
      {mayRead && <SecretsCard organization={organization} />}
      {scanned && <QrDialog wallet={scanned} onClose={() => setScanned(null)} />}
    </>
  )
}

function Wallet({ wallet, onScan }: { wallet: WalletResponse; onScan: () => void }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const name = translate(`kontor.network.${wallet.network}`)
  return (
    <Box component="li" sx={{ p: 2, borderBottom: 1, borderColor: 'divider' }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {wallet.derivation_path}
          {wallet.contract_version && ` · ${wallet.contract_version}`}
        </Typography>
        {wallet.exposed_at && (
          <Tooltip title={translate('kontor.wallets.exposed_help', { time: formatTime(wallet.exposed_at) })}>
            <Chip
              size="small"
              color="warning"
              variant="outlined"
              label={translate('kontor.wallets.exposed')}
              tabIndex={0}
            />
          </Tooltip>
        )}
      </Stack>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5, mt: 0.5 }}>
        <Typography component="code" sx={{ fontFamily: monospace, overflowWrap: 'anywhere' }}>
          {wallet.address}
        </Typography>
        <CopyButton text={wallet.address} what={`${name}, ${translate('kontor.wallets.address')}`} />
        <Tooltip title={translate('kontor.action.qr')}>
          <IconButton size="small" onClick={onScan} aria-label={`${translate('kontor.action.qr')}: ${name}`}>
            <QrIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Stack>
    </Box>
  )
}

function QrDialog({ wallet, onClose }: { wallet: WalletResponse; onClose: () => void }) {
  const translate = useTranslate()
  const name = translate(`kontor.network.${wallet.network}`)
  return (
    <Dialog open onClose={onClose} aria-labelledby="qr-title">
      <DialogTitle id="qr-title">{name}</DialogTitle>
      <DialogContent sx={{ textAlign: 'center' }}>
        <Suspense>
          <QrCode text={wallet.address} label={`${name}: ${wallet.address}`} size={240} />
        </Suspense>
        <Typography
          component="code"
          sx={{ display: 'block', fontFamily: monospace, overflowWrap: 'anywhere', mt: 1 }}
        >
          {wallet.address}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
