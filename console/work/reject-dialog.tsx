import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from '@mui/material'
import { useId } from 'react'
import { TextInput, useTranslate } from 'react-admin'
import { useController } from 'react-hook-form'
import { type DocumentResponse, rejectionReasons } from '../../contract/organizations/documents.ts'
import { ReviewRefusal } from '../documents/review-refusal.tsx'
import { useReview } from '../documents/use-review.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { oneLine } from '../shared/forms/form-values.ts'

type Reason = (typeof rejectionReasons)[number]

/** Rejects a document: an arrow chooses the reason, Enter sends it. */
export function RejectDialog({
  document,
  onDone,
  onClose,
}: {
  document: DocumentResponse
  onDone: () => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const review = useReview()
  return (
    <FormDialog
      title={`${translate('kontor.documents.reject')}: ${translate(`kontor.document_kind.${document.kind}`)}`}
      submitLabel={translate('kontor.documents.reject')}
      color="error"
      validate={({ reason_code }) =>
        reason_code ? {} : { reason_code: translate('kontor.faults.rejection_reason_required') }
      }
      onSubmit={async ({ reason_code, comment }) => {
        const text = String(comment ?? '').trim()
        await review(document, {
          decision: 'rejected',
          reason_code: reason_code as Reason,
          ...(text && { comment: text }),
        })
        onDone()
      }}
      explain={(error) => <ReviewRefusal error={error} />}
      onClose={onClose}
    >
      <Reasons />
      <TextInput
        source="comment"
        label={translate('kontor.documents.comment')}
        multiline
        parse={oneLine}
        helperText={false}
      />
    </FormDialog>
  )
}

function Reasons() {
  const translate = useTranslate()
  const labelId = useId()
  const { field, fieldState } = useController({ name: 'reason_code', defaultValue: '' })
  return (
    <FormControl error={fieldState.invalid}>
      <FormLabel id={labelId}>{translate('kontor.documents.reason')}</FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        name={field.name}
        value={field.value}
        onChange={(event) => field.onChange(event.target.value)}
      >
        {rejectionReasons.map((reason, index) => (
          <FormControlLabel
            key={reason}
            value={reason}
            control={<Radio size="small" autoFocus={index === 0} />}
            label={translate(`kontor.rejection_reason.${reason}`)}
          />
        ))}
      </RadioGroup>
      {fieldState.invalid && (
        <FormHelperText>{translate('kontor.faults.rejection_reason_required')}</FormHelperText>
      )}
    </FormControl>
  )
}
