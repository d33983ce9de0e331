import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { type ReactNode, useId, useState } from 'react'
import { Form, SaveButton, useRecordContext, useTranslate } from 'react-admin'
import { KontorError } from '../../../client/src/errors.ts'
import { submissionErrors } from '../../i18n/fault-text.ts'
import { Refusal } from '../answers/refusal.tsx'
import { useCloseDraft, useDraft } from './drafts.ts'
import { FormDraft } from './form-draft.ts'

type Values = Record<string, unknown>

/** A form in a dialog. Errors of the service are shown at the field or above the buttons; the input is kept. */
export function FormDialog({
  title,
  submitLabel,
  defaultValues = {},
  validate,
  onSubmit,
  onClose,
  children,
  explain,
  color,
  dismissLabel,
  refusal,
  holdsMore = false,
}: {
  title: string
  submitLabel: string
  defaultValues?: Values
  validate?: (values: Values) => Values
  onSubmit: (values: Values) => Promise<void>
  onClose: () => void
  children: ReactNode
  /** Additional content for an error. */
  explain?: (error: KontorError) => ReactNode
  color?: 'primary' | 'error'
  /** The label of the cancel button, if «Cancel» would be ambiguous. */
  dismissLabel?: string
  /** Why the form cannot be submitted at all. */
  refusal?: string | null | undefined
  /** Whether more than the fields would be lost, such as a chosen file. */
  holdsMore?: boolean
}) {
  const translate = useTranslate()
  const titleId = useId()
  const [failure, setFailure] = useState<unknown>(null)
  const record = useRecordContext()
  // Others would reset the form: a record that is shown live changes while somebody types.
  const [initial] = useState({ defaultValues, record })
  const draft = useDraft()
  const close = useCloseDraft(draft, onClose)

  async function submit(values: Values) {
    setFailure(null)
    try {
      await onSubmit(values)
      return undefined
    } catch (error) {
      setFailure(error)
      return submissionErrors(error)
    }
  }

  const explained = failure instanceof KontorError ? explain?.(failure) : undefined
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Form
        noValidate
        defaultValues={initial.defaultValues}
        {...(initial.record && { record: initial.record })}
        validate={validate as never}
        onSubmit={submit}
        mode="onTouched"
        reValidateMode="onChange"
        // The fields say what is wrong. On a phone, a notice of it would lie over the buttons.
        disableInvalidFormNotification
      >
        <FormDraft draft={draft} holdsMore={holdsMore} />
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
          {children}
          {refusal && <Alert severity="error">{refusal}</Alert>}
          {failure !== null && (explained ?? <Refusal error={failure} />)}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{dismissLabel ?? translate('kontor.action.cancel')}</Button>
          <SaveButton
            alwaysEnable={!refusal}
            disabled={Boolean(refusal)}
            icon={<span hidden />}
            label={submitLabel}
            color={color ?? 'primary'}
          />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
