import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  Typography,
} from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { addPasskey, type CreatedPasskey, createPasskey } from '../api/passkeys.ts'
import { useFreshProof } from '../shared/access/fresh-proof.tsx'
import { useErrorText } from '../shared/answers/error-text.ts'
import { useCloseDraft, useDirty, useDraft } from '../shared/forms/drafts.ts'

/**
 * Makes a passkey and adds it. If there is one already, that one signs, after a click of its own: browsers open the
 * window of an authenticator only in response to one.
 */
export function AddPasskeyDialog({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const titleId = useId()
  const { withProof, dialog } = useFreshProof()
  const [suggested] = useState(() => translate('kontor.passkeys.name_default'))
  const [name, setName] = useState(suggested)
  const [unsigned, setUnsigned] = useState<CreatedPasskey | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const draft = useDraft()
  useDirty(draft, name !== suggested || unsigned !== null)
  const close = useCloseDraft(draft, onClose)

  async function add(created: CreatedPasskey) {
    await withProof(() => addPasskey(name.trim(), created))
    notify('kontor.passkeys.added', { type: 'success' })
    onAdded()
    onClose()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      const created = unsigned ?? (await withProof(createPasskey))
      if (unsigned === null && created.toSign) setUnsigned(created)
      else await add(created)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby={titleId}>
        <form onSubmit={submit}>
          <DialogTitle id={titleId}>{translate('kontor.passkeys.add')}</DialogTitle>
          <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2, '&&': { pt: 1 } }}>
            {unsigned === null ? (
              <TextField
                required
                autoFocus
                label={translate('kontor.passkeys.name')}
                helperText={translate('kontor.passkeys.name_help')}
                value={name}
                onChange={(event) => setName(event.target.value)}
                slotProps={{ htmlInput: { maxLength: 100 } }}
              />
            ) : (
              <Typography>{translate('kontor.passkeys.sign')}</Typography>
            )}
            {failure !== null && <Alert severity="error">{errorText(failure)}</Alert>}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{translate('kontor.action.cancel')}</Button>
            <Button type="submit" variant="contained" disabled={busy || name.trim() === ''}>
              {translate(unsigned === null ? 'kontor.proof.submit' : 'kontor.passkeys.sign_action')}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}
