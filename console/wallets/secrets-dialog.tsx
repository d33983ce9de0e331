import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  TextField,
  Typography,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import {
  readGenerationMnemonic,
  readMnemonic,
  readSecretKeys,
} from '../../contract/operations/wallets/wallets.ts'
import type { SecretKeyResponse } from '../../contract/wallets/wallets.ts'
import { call } from '../api/client.ts'
import { lacksReason, reasonHeader } from '../api/confirmation.ts'
import { approvalAskedFor, Refusal } from '../shared/answers/refusal.tsx'
import { useCloseDraft, useDirty, useDraft } from '../shared/forms/drafts.ts'
import { useCountdown } from '../shared/time/use-countdown.ts'
import { monospace } from '../shared/values/mono.tsx'

export type SecretKind = 'mnemonic' | 'keys'
type Secret = { mnemonic: string } | { keys: SecretKeyResponse[] }
type Stage = 'ask' | 'shown' | 'hidden' | 'blurred'

const shownSeconds = 60

/**
 * Shows a secret once. It is only in the state of this dialog, never in a URL, a store or the query cache. It is removed
 * after a minute, when the window loses focus, or when the dialog closes.
 */
export function SecretsDialog({
  organizationId,
  kind,
  generation,
  onClose,
}: {
  organizationId: string
  kind: SecretKind
  /** A retired one, of which the mnemonic is read. */
  generation?: number
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<Stage>('ask')
  const [secret, setSecret] = useState<Secret | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const draft = useDraft()
  useDirty(draft, stage === 'ask' && reason.trim() !== '' && !approvalAskedFor(failure))
  const close = useCloseDraft(draft, onClose)
  const content = useRef<HTMLDivElement>(null)
  // The pressed button has disappeared: moves the focus to its replacement, so that it stays in the dialog.
  useEffect(() => {
    if (stage === 'shown' || stage === 'hidden') content.current?.focus()
  }, [stage])
  const hide = useCallback((why: 'hidden' | 'blurred') => {
    setSecret(null)
    setStage(why)
  }, [])

  async function show() {
    setReasonMissing(reason.trim() === '')
    if (reason.trim() === '') return
    setBusy(true)
    setFailure(null)
    try {
      setSecret(await read({ organizationId, kind, generation }, reason.trim()))
      setStage('shown')
      // The wallets now show that their secret was read.
      void queryClient.invalidateQueries({ queryKey: ['wallets', organizationId] })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {translate(`kontor.wallets.${kind}`)}
        {generation !== undefined && ` · ${translate('kontor.wallets.generation', { generation })}`}
      </DialogTitle>
      <DialogContent ref={content} tabIndex={-1} sx={{ outline: 'none' }}>
        {stage === 'shown' && secret ? (
          <Shown secret={secret} onHide={hide} />
        ) : (
          <Before
            stage={stage}
            failure={failure}
            reason={reason}
            isReasonMissing={isReasonMissing || lacksReason(failure)}
            onReason={setReason}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
        {stage !== 'shown' && (
          <Button variant="contained" color="warning" onClick={show} disabled={busy}>
            {translate(isHidden(stage) ? 'kontor.wallets.show_again' : 'kontor.wallets.show_now')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

async function read(
  { organizationId, kind, generation }: { organizationId: string; kind: SecretKind; generation?: number },
  reason: string,
): Promise<Secret> {
  const headers = { [reasonHeader]: encodeURIComponent(reason) }
  const input = { params: { organization_id: organizationId }, headers }
  if (generation !== undefined) {
    const params = { ...input.params, generation: String(generation) }
    return call(readGenerationMnemonic, { params, headers })
  }
  return kind === 'mnemonic' ? call(readMnemonic, input) : { keys: await call(readSecretKeys, input) }
}

function isHidden(stage: Stage): boolean {
  return stage === 'hidden' || stage === 'blurred'
}

function Before({
  stage,
  failure,
  reason,
  isReasonMissing,
  onReason,
}: {
  stage: Stage
  failure: unknown
  reason: string
  isReasonMissing: boolean
  onReason: (reason: string) => void
}) {
  const translate = useTranslate()
  const refusal = failure !== null && !lacksReason(failure) && <Refusal error={failure} sx={{ mb: 2 }} />
  if (isHidden(stage)) {
    return (
      <>
        {refusal}
        <Alert severity="info">{translate(`kontor.wallets.${stage}`)}</Alert>
      </>
    )
  }
  return (
    <>
      {refusal}
      {!approvalAskedFor(failure) && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('kontor.wallets.danger')}
        </Alert>
      )}
      <Typography>{translate('kontor.wallets.recorded')}</Typography>
      <TextField
        fullWidth
        sx={{ mt: 2 }}
        label={translate('kontor.confirm.reason')}
        value={reason}
        onChange={(event) => onReason(event.target.value)}
        error={isReasonMissing}
        required
        helperText={translate(`kontor.wallets.${isReasonMissing ? 'reason_missing' : 'reason_help'}`)}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
    </>
  )
}

function Shown({ secret, onHide }: { secret: Secret; onHide: (why: 'hidden' | 'blurred') => void }) {
  const translate = useTranslate()
  const [seconds, waitFor] = useCountdown()
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    waitFor(shownSeconds)
    setBegun(true)
    const timer = setTimeout(() => onHide('hidden'), shownSeconds * 1000)
    const blur = () => onHide('blurred')
    const turn = () => document.visibilityState === 'hidden' && onHide('blurred')
    window.addEventListener('blur', blur)
    document.addEventListener('visibilitychange', turn)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', blur)
      document.removeEventListener('visibilitychange', turn)
    }
  }, [onHide, waitFor])
  const left = begun && seconds > 0 ? seconds : shownSeconds
  const text = translate('kontor.wallets.hidden_in', { seconds: left })
  return (
    <>
      {'mnemonic' in secret ? <Words mnemonic={secret.mnemonic} /> : <Keys keys={secret.keys} />}
      <LinearProgress
        variant="determinate"
        value={(left / shownSeconds) * 100}
        aria-label={text}
        sx={{ mt: 2 }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {text}
      </Typography>
    </>
  )
}

function Words({ mnemonic }: { mnemonic: string }) {
  // A phrase may contain a word twice, so the key is the position.
  const words = mnemonic.split(' ').map((word, place) => ({ word, place }))
  return (
    <Box
      component="ol"
      translate="no"
      sx={{
        m: 0,
        p: 0,
        listStylePosition: 'inside',
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr' },
      }}
    >
      {words.map(({ word, place }) => (
        <Box
          component="li"
          key={place}
          sx={{ fontFamily: monospace, p: 0.75, border: 1, borderColor: 'divider', borderRadius: 1 }}
        >
          {word}
        </Box>
      ))}
    </Box>
  )
}

function Keys({ keys }: { keys: SecretKeyResponse[] }) {
  const translate = useTranslate()
  return keys.map((key) => (
    <Box key={key.wallet_id} sx={{ mb: 1.5 }} translate="no">
      <Typography sx={{ fontWeight: 600 }}>{translate(`kontor.network.${key.network}`)}</Typography>
      <Typography component="code" sx={{ display: 'block', fontFamily: monospace, overflowWrap: 'anywhere' }}>
        {key.secret_key}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {translate('kontor.wallets.format', { format: key.format })}
      </Typography>
    </Box>
  ))
}
