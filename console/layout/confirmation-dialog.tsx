import { Button, Dialog, DialogContent, DialogTitle, Stack, TextField, Typography } from '@mui/material'
import { type FormEvent, useId, useSyncExternalStore } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { confirmation, type Question } from '../api/confirmation.ts'
import { formatDuration } from '../shared/duration.ts'
import { ProofForm } from '../shared/proof-form.tsx'

/** Asks for what the service wants before it does something: a fresh proof of the person, or a reason. */
export function ConfirmationDialog() {
  const translate = useTranslate()
  const titleId = useId()
  const question = useSyncExternalStore(confirmation.subscribe, confirmation.question)
  if (!question) return null
  const cancel = () => confirmation.answer(null)
  return (
    <Dialog open onClose={cancel} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {translate(question.kind === 'proof' ? 'kontor.proof.title' : 'kontor.confirm.reason_title')}
      </DialogTitle>
      <DialogContent>{question.kind === 'proof' ? <Proof question={question} /> : <Reason />}</DialogContent>
    </Dialog>
  )
}

function Proof({ question }: { question: Extract<Question, { kind: 'proof' }> }) {
  const translate = useTranslate()
  const age = formatDuration(question.maxAge, useLocale())
  return (
    <ProofForm
      help={translate(question.passkey ? 'kontor.confirm.passkey' : 'kontor.confirm.proof', { age })}
      onProven={() => confirmation.answer('')}
      onCancel={() => confirmation.answer(null)}
    />
  )
}

function Reason() {
  const translate = useTranslate()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    confirmation.answer(String(new FormData(event.currentTarget).get('reason')).trim())
  }
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 2 }}>
      <Typography>{translate('kontor.confirm.reason_help')}</Typography>
      <TextField
        name="reason"
        required
        autoFocus
        label={translate('kontor.confirm.reason')}
        slotProps={{ htmlInput: { maxLength: 255, pattern: '.*\\S.*' } }}
      />
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'flex-end' }}>
        <Button onClick={() => confirmation.answer(null)}>{translate('kontor.action.cancel')}</Button>
        <Button type="submit" variant="contained">
          {translate('kontor.proof.submit')}
        </Button>
      </Stack>
    </Stack>
  )
}
