import QrIcon from '@mui/icons-material/QrCode2'
import {
  Box,
  Button,
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
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { WalletResponse } from '../../contract/wallets/wallets.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import { useFormatTime } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { monospace } from '../shared/values/mono.tsx'

const QrCode = lazyPage(() => import('../shared/values/qr-code.tsx'))

/** Without QR codes for wallets that nobody should pay to. */
export function WalletList({
  wallets,
  isRetired = false,
  action,
}: {
  wallets: WalletResponse[]
  isRetired?: boolean
  /** What can be done with a wallet, below its address. */
  action?: (wallet: WalletResponse) => ReactNode
}) {
  const [scanned, setScanned] = useState<WalletResponse | null>(null)
  return (
    <>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {wallets.map((wallet) => (
          <Wallet key={wallet.id} wallet={wallet} onScan={isRetired ? undefined : () => setScanned(wallet)}>
            {action?.(wallet)}
          </Wallet>
        ))}
      </Stack>
      {scanned && <QrDialog wallet={scanned} onClose={() => setScanned(null)} />}
    </>
  )
}

function Wallet({
  wallet,
  onScan,
  children,
}: {
  wallet: WalletResponse
  onScan: (() => void) | undefined
  children: ReactNode
}) {
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
        {onScan && (
          <Tooltip title={translate('kontor.action.qr')}>
            <IconButton
              size="small"
              onClick={onScan}
              aria-label={`${translate('kontor.action.qr')}: ${name}`}
            >
              <QrIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Stack>
      {children}
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
