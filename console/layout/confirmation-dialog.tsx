import { Button, Dialog, DialogContent, DialogTitle, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { codeOf } from '../../contract/api/faults.ts'
import { confirmation, type Question } from '../api/confirmation.ts'
import { faultMessage } from '../i18n/fault-text.ts'
import { ProofForm } from '../shared/access/proof-form.tsx'
import { useCloseDraft, useDirty, useDraft } from '../shared/forms/drafts.ts'
import { formatDuration } from '../shared/time/duration.ts'

/** Asks for what the service wants before it does something: a fresh proof of the person, or a reason. */
export function ConfirmationDialog() {
  const question = useSyncExternalStore(confirmation.subscribe, confirmation.question)
  if (!question) return null
  return question.kind === 'proof' ? <Proof question={question} /> : <Reason question={question} />
}

const cancel = () => confirmation.answer(null)

function Frame({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate(title)}</DialogTitle>
      <DialogContent>{children}</DialogContent>
    </Dialog>
  )
}

function Proof({ question }: { question: Extract<Question, { kind: 'proof' }> }) {
  const translate = useTranslate()
  const age = formatDuration(question.maxAge, useLocale())
  return (
    <Frame title="kontor.proof.title" onClose={cancel}>
      <ProofForm
        help={translate(`kontor.confirm.${question.lacks}`, { age })}
        onProven={() => confirmation.answer('')}
        onCancel={cancel}
      />
    </Frame>
  )
}

function Reason({ question: { fault } }: { question: Extract<Question, { kind: 'reason' }> }) {
  const translate = useTranslate()
  const [reason, setReason] = useState('')
  const draft = useDraft()
  useDirty(draft, reason.trim() !== '')
  const close = useCloseDraft(draft, cancel)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    confirmation.answer(reason.trim())
  }
  return (
    <Frame title="kontor.confirm.reason_title" onClose={close}>
      <Stack component="form" onSubmit={submit} sx={{ gap: 2 }}>
        {/* The policy asks for one, or what is done is unusual: then the service says why. */}
        {codeOf(fault) !== 'missing' && <Typography>{faultMessage(fault)}.</Typography>}
        <Typography>
          {translate(`kontor.confirm.${codeOf(fault) === 'missing' ? 'reason_help' : 'reason_kept'}`)}
        </Typography>
        <TextField
          name="reason"
          required
          autoFocus
          label={translate('kontor.confirm.reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 255, pattern: '.*\\S.*' } }}
        />
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
          <Button onClick={cancel}>{translate('kontor.action.cancel')}</Button>
          <Button type="submit" variant="contained">
            {translate('kontor.proof.submit')}
          </Button>
        </Stack>
      </Stack>
    </Frame>
  )
}
