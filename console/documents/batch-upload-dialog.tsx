import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import type { DocumentKind } from '../../contract/organizations/documents.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { useFormatSize } from '../shared/files/file-size.ts'
import { UploadProgress } from '../shared/files/upload-progress.tsx'
import { useCloseDraft, useDirty, useDraft } from '../shared/forms/drafts.ts'
import { guessedKind } from './guessed-kind.ts'
import { sendDocument } from './send-document.ts'
import { useFileFault } from './use-file-fault.ts'

interface Item {
  id: number
  file: File
  kind: DocumentKind | ''
  state: 'waiting' | 'uploading' | 'uploaded'
  share: number
  failure: string | null
}

/**
 * Several files at once, uploaded one after the other. What a file is, its name tells, or the person is asked: a guess
 * by their order would put documents into wrong slots.
 */
export function BatchUploadDialog({
  organizationId,
  files,
  kinds,
  onClose,
}: {
  organizationId: string
  files: readonly File[]
  kinds: readonly DocumentKind[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const titleId = useId()
  const [items, setItems] = useState<Item[]>(() =>
    files.map((file, id) => ({
      id,
      file,
      kind: guessedKind(file.name) ?? '',
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
  const change = (id: number, changed: Partial<Item>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...changed } : item)))
  const setFault = (id: number, isFaulty: boolean) =>
    setFaulty((all) => {
      const others = [...all].filter((one) => one !== id)
      return new Set(isFaulty ? [...others, id] : others)
    })

  const waiting = items.filter(({ state }) => state !== 'uploaded')
  const draft = useDraft()
  useDirty(draft, waiting.length > 0)
  const close = useCloseDraft(draft, onClose)
  const isTwice = ({ kind }: Item) => kind !== '' && items.filter((other) => other.kind === kind).length > 1
  const isReady = !busy && faulty.size === 0 && waiting.every((item) => item.kind !== '' && !isTwice(item))

  function finish(uploaded: number) {
    if (uploaded > 0)
      notify('kontor.documents.uploaded_all', { type: 'success', messageArgs: { count: uploaded } })
    onClose()
  }

  /** What is left goes on without it. */
  function remove(id: number) {
    setFault(id, false)
    const left = items.filter((item) => item.id !== id)
    setItems(left)
    if (left.every(({ state }) => state === 'uploaded')) finish(left.length)
  }

  async function send() {
    setBusy(true)
    let failures = 0
    for (const { id, file, kind, state } of items) {
      if (state === 'uploaded' || kind === '') continue
      change(id, { state: 'uploading', share: 0, failure: null })
      try {
        await sendDocument(
          organizationId,
          kind,
          file,
          {},
          {
            onProgress: (share) => change(id, { share }),
            signal: abort.current.signal,
          },
        )
        change(id, { state: 'uploaded' })
      } catch (error) {
        if (abort.current.signal.aborted) return
        failures++
        change(id, { state: 'waiting', failure: errorText(error) })
      }
    }
    setBusy(false)
    void queryClient.invalidateQueries({ queryKey: ['organizations'] })
    await queryClient.invalidateQueries({ queryKey: ['documents', organizationId] })
    if (failures === 0) finish(items.length)
  }

  return (
    <Dialog open onClose={() => !busy && close()} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.documents.batch_title')}</DialogTitle>
      <DialogContent>
        <Stack component="ul" sx={{ m: 0, p: 0, pt: 1, listStyle: 'none', gap: 2 }}>
          {items.map((item) => (
            <BatchItem
              key={item.id}
              item={item}
              kinds={kinds}
              isTwice={isTwice(item)}
              isLocked={busy || item.state === 'uploaded'}
              onKind={(kind) => change(item.id, { kind, failure: null })}
              onFault={(isFaulty) => setFault(item.id, isFaulty)}
              onRemove={() => remove(item.id)}
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
  onRemove,
}: {
  item: Item
  kinds: readonly DocumentKind[]
  isTwice: boolean
  isLocked: boolean
  onKind: (kind: DocumentKind) => void
  onFault: (isFaulty: boolean) => void
  onRemove: () => void
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
          helperText={item.kind === '' && fault === null && translate('kontor.documents.kind_missing')}
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
        <RemoveButton name={item.file.name} isDisabled={isLocked} onClick={onRemove} />
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

function RemoveButton({
  name,
  isDisabled,
  onClick,
}: {
  name: string
  isDisabled: boolean
  onClick: () => void
}) {
  const label = useTranslate()('kontor.documents.remove', { name })
  return (
    <Tooltip title={label}>
      <span>
        <IconButton aria-label={label} disabled={isDisabled} onClick={onClick}>
          <RemoveIcon fontSize="small" />
        </IconButton>
      </span>
    </Tooltip>
  )
}
