import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useEffect, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { signInWithPasskey } from '../api/passkeys.ts'
import { forgetSession, isExpired, onSession, signInAgain } from '../api/session.ts'
import { ProofForm } from '../shared/access/proof-form.tsx'

/** The session has expired: the page stays as it is, and goes on once the person has confirmed who they are. */
export function SessionExpired() {
  const translate = useTranslate()
  const titleId = useId()
  const [open, setOpen] = useState(isExpired)
  useEffect(() => onSession(() => setOpen(isExpired())), [])
  if (!open) return null
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.proof.title')}</DialogTitle>
      <DialogContent>
        <ProofForm
          help={translate('kontor.proof.expired')}
          prove={signInAgain}
          proveWithPasskey={signInWithPasskey}
          inSession={false}
          onCancel={forgetSession}
          cancelLabel={translate('kontor.proof.leave')}
        />
      </DialogContent>
    </Dialog>
  )
}
