import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import QrIcon from '@mui/icons-material/QrCode2'
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Operation } from '../../contract/api/operation.ts'
import { exportTransfer } from '../../contract/operations/wallets/transfers.ts'
import type { TransferResponse } from '../../contract/wallets/transfers.ts'
import { request } from '../api/client.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { Refusal } from '../shared/answers/refusal.tsx'
import { saveFile } from '../shared/files/save-file.ts'
import { CopyButton } from '../shared/values/copy-button.tsx'
import { ExactText } from '../shared/values/exact-text.tsx'

/** The signed transaction as text, and as a QR code for a machine without a network. */
export function ExportDialog({ transfer, onClose }: { transfer: TransferResponse; onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const text = (name: string) => translate(`kontor.transfers.${name}`)
  const raw = useExport(transfer.id, 'raw')
  // An export of its own, so only for who wants it.
  const [isScanned, setScanned] = useState(false)
  const queryClient = useQueryClient()
  useEffect(() => {
    // The history of the transfer has it, too.
    return () => void queryClient.invalidateQueries({ queryKey: ['transfers', 'getOne'] })
  }, [queryClient])
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{text('export')}</DialogTitle>
      <DialogContent>
        <Alert severity="info" sx={{ mb: 2 }}>
          {text('export_help')}
        </Alert>
        <QueryState query={raw}>{(signed) => <Raw signed={signed} transfer={transfer} />}</QueryState>
        {isScanned ? (
          <Qr transfer={transfer} />
        ) : (
          <Button startIcon={<QrIcon />} onClick={() => setScanned(true)}>
            {translate('kontor.action.qr')}
          </Button>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Each export is recorded, so it is made once for each time that the dialog is opened. */
function useExport(id: string, format: 'raw' | 'qr'): UseQueryResult<string> {
  return useQuery({
    queryKey: ['transfer-export', id, format],
    queryFn: async ({ signal }) => {
      const operation = exportTransfer as unknown as Operation
      const sent = { params: { transfer_id: id }, query: { format }, signal }
      return (await request<Response>(operation, sent)).text()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

function Raw({ signed, transfer }: { signed: string; transfer: TransferResponse }) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.transfers.${name}`)
  return (
    <>
      <ExactText label={text('raw')} text={signed} maxHeight={160} />
      <Button
        startIcon={<DownloadIcon />}
        onClick={() => saveFile(new Response(signed), `transfer-${transfer.id}.txt`)}
      >
        {text('download')}
      </Button>
      <CopyButton text={signed} what={text('raw')} />
    </>
  )
}

function Qr({ transfer }: { transfer: TransferResponse }) {
  const translate = useTranslate()
  const { data, error } = useExport(transfer.id, 'qr')
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (data === undefined) return
    const made = URL.createObjectURL(new Blob([data], { type: 'image/svg+xml' }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (error) return <Refusal error={error} sx={{ mt: 2 }} />
  if (!url) return null
  return (
    <Box sx={{ textAlign: 'center', mt: 2 }}>
      <Box
        component="img"
        src={url}
        alt={translate('kontor.transfers.qr')}
        sx={{ width: 320, maxWidth: '100%', bgcolor: '#fff' }}
      />
      <Typography variant="body2" color="textSecondary">
        {translate('kontor.transfers.qr')}
      </Typography>
    </Box>
  )
}
