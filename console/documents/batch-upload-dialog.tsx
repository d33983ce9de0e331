import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import type { DocumentKind } from '../../contract/documents.ts'
import { useCloseDraft, useDirty, useDraft } from '../shared/drafts.ts'
import { useErrorText } from '../shared/error-text.ts'
import { useFormatSize } from '../shared/file-size.ts'
import { UploadProgress } from '../shared/upload-progress.tsx'
import { sendDocument } from './send-document.ts'
import { useFileFault } from './use-file-fault.ts'

interface Item {
  file: File
  kind: DocumentKind | ''
  state: 'waiting' | 'uploading' | 'uploaded'
  share: number
  failure: string | null
}

/** Several files at once: a kind is chosen for each, then they are uploaded one after the other. */
export function BatchUploadDialog({
  organizationId,
  files,
  kinds,
  suggested,
  onClose,
}: {
  organizationId: string
  files: readonly File[]
  kinds: readonly DocumentKind[]
  /** Kinds to begin with, in the order of the files. */
  suggested: readonly DocumentKind[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const titleId = useId()
  const [items, setItems] = useState<Item[]>(() =>
    files.map((file, index) => ({
      file,
      kind: suggested[index] ?? '',
      state: 'waiting',
      share: 0,
      failure: null,
    })),
  )
  const [faulty, setFaulty] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => {
    abort.current = new AbortController()
    return () => abort.current.abort()
  }, [])
  const change = (index: number, changed: Partial<Item>) =>
    setItems((all) => all.map((item, at) => (at === index ? { ...item, ...changed } : item)))

  const waiting = items.filter(({ state }) => state !== 'uploaded')
  const draft = useDraft()
  useDirty(draft, waiting.length > 0)
  const close = useCloseDraft(draft, onClose)
  const isTwice = ({ kind }: Item) => kind !== '' && items.filter((other) => other.kind === kind).length > 1
  const isReady = !busy && faulty.size === 0 && waiting.every((item) => item.kind !== '' && !isTwice(item))

  async function send() {
    setBusy(true)
    let failures = 0
    for (const [index, { file, kind, state }] of items.entries()) {
      if (state === 'uploaded' || kind === '') continue
      change(index, { state: 'uploading', share: 0, failure: null })
      try {
        await sendDocument(
          organizationId,
          kind,
          file,
          {},
          {
            onProgress: (share) => change(index, { share }),
            signal: abort.current.signal,
          },
        )
        change(index, { state: 'uploaded' })
      } catch (error) {
        if (abort.current.signal.aborted) return
        failures++
        change(index, { state: 'waiting', failure: errorText(error) })
      }
    }
    setBusy(false)
    void queryClient.invalidateQueries({ queryKey: ['organizations'] })
    await queryClient.invalidateQueries({ queryKey: ['documents', organizationId] })
    if (failures > 0) return
    notify('kontor.documents.uploaded_all', { type: 'success', messageArgs: { count: items.length } })
    onClose()
  }

  return (
    <Dialog open onClose={() => !busy && close()} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.documents.batch_title')}</DialogTitle>
      <DialogContent>
        <Stack component="ul" sx={{ m: 0, p: 0, pt: 1, listStyle: 'none', gap: 2 }}>
          {items.map((item, index) => (
            <BatchItem
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
              key={index}
              item={item}
              kinds={kinds}
              isTwice={isTwice(item)}
              isLocked={busy || item.state === 'uploaded'}
              onKind={(kind) => change(index, { kind, failure: null })}
              onFault={(isFaulty) =>
                setFaulty((all) => {
                  const others = [...all].filter((one) => one !== index)
                  return new Set(isFaulty ? [...others, index] : others)
                })
              }
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.cancel')}</Button>
        <Button variant="contained" disabled={!isReady} onClick={send}>
          {translate('kontor.documents.batch_upload', { count: waiting.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function BatchItem({
  item,
  kinds,
  isTwice,
  isLocked,
  onKind,
  onFault,
}: {
  item: Item
  kinds: readonly DocumentKind[]
  isTwice: boolean
  isLocked: boolean
  onKind: (kind: DocumentKind) => void
  onFault: (isFaulty: boolean) => void
}) {
  const translate = useTranslate()
  const formatSize = useFormatSize()
  const fault = useFileFault(item.file, item.kind)
  const isFaulty = fault !== null
  const report = useRef(onFault)
  report.current = onFault
  useEffect(() => report.current(isFaulty), [isFaulty])
  const problem = fault ?? (isTwice ? translate('kontor.documents.kind_twice') : item.failure)
  return (
    <Box component="li">
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: { sm: 'center' } }}>
        <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {item.file.name} · {formatSize(item.file.size)}
        </Typography>
        <TextField
          select
          sx={{ minWidth: 240 }}
          value={item.kind}
          disabled={isLocked}
          onChange={(event) => onKind(event.target.value as DocumentKind)}
          slotProps={{
            select: {
              displayEmpty: true,
              SelectDisplayProps: {
                'aria-label': `${translate('kontor.documents.kind')}: ${item.file.name}`,
              },
            },
          }}
        >
          <MenuItem value="" disabled>
            {translate('kontor.documents.kind')}
          </MenuItem>
          {kinds.map((kind) => (
            <MenuItem key={kind} value={kind}>
              {translate(`kontor.document_kind.${kind}`)}
            </MenuItem>
          ))}
        </TextField>
      </Stack>
      {item.state === 'uploading' && <UploadProgress share={item.share} />}
      {item.state === 'uploaded' && (
        <Typography variant="body2" color="success" role="status">
          {translate('kontor.documents.uploaded', { name: item.file.name })}
        </Typography>
      )}
      {item.state === 'waiting' && problem && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {problem}
        </Alert>
      )}
    </Box>
  )
}
