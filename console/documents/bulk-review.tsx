import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectInput, TextInput, useTranslate } from 'react-admin'
import { missing } from '../../contract/api/faults.ts'
import { bulkReview } from '../../contract/operations/work/bulk.ts'
import {
  type DocumentResponse,
  type RejectionReason,
  rejectionReasons,
} from '../../contract/organizations/documents.ts'
import { type BulkOutcome, callBulk } from '../api/bulk.ts'
import { fieldErrors } from '../i18n/fault-text.ts'
import { BulkResults, isDone } from '../shared/answers/bulk-results.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { oneLine } from '../shared/forms/form-values.ts'
import { BulkBar } from '../shared/lists/bulk-bar.tsx'
import type { Selection } from '../shared/lists/selection.ts'

type Decision =
  | { decision: 'approved' }
  | { decision: 'rejected'; reason_code: RejectionReason; comment?: string }

/** Approves or rejects the documents that are chosen. What fails stays chosen. */
export function BulkReview({ selection }: { selection: Selection<DocumentResponse> }) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const act = useAct('documents')
  const [isRejecting, setRejecting] = useState(false)
  const [busy, setBusy] = useState(false)
  const [results, setResults] = useState<{ outcomes: BulkOutcome[]; names: Map<string, string> } | null>(null)

  async function review(decision: Decision) {
    const items = selection.rows.map(({ id, version }) => ({ id, version, ...decision }))
    const names = new Map(
      selection.rows.map(({ id, kind }) => [id, translate(`kontor.document_kind.${kind}`)]),
    )
    const outcomes = await callBulk(bulkReview, { items })
    selection.keep(new Set(outcomes.filter((one) => !isDone(one)).map(({ id }) => id)))
    setResults({ outcomes, names })
    void queryClient.invalidateQueries({ queryKey: ['organizations'] })
    await queryClient.invalidateQueries({ queryKey: ['documents'] })
  }

  async function approve() {
    setBusy(true)
    await act(() => review({ decision: 'approved' }))
    setBusy(false)
  }

  return (
    <>
      <BulkBar count={selection.rows.length} onClear={selection.clear}>
        <Button variant="contained" color="success" disabled={busy} onClick={() => void approve()}>
          {translate('kontor.bulk.approve')}
        </Button>
        <Button variant="outlined" color="error" disabled={busy} onClick={() => setRejecting(true)}>
          {translate('kontor.bulk.reject')}
        </Button>
      </BulkBar>
      {isRejecting && (
        <FormDialog
          title={translate('kontor.bulk.reject_title', { count: selection.rows.length })}
          submitLabel={translate('kontor.documents.reject')}
          color="error"
          validate={({ reason_code }) => (reason_code ? {} : fieldErrors([missing(['body', 'reason_code'])]))}
          onSubmit={async ({ reason_code, comment }) => {
            const written = String(comment ?? '').trim()
            await review({
              decision: 'rejected',
              reason_code: reason_code as RejectionReason,
              ...(written && { comment: written }),
            })
            setRejecting(false)
          }}
          onClose={() => setRejecting(false)}
        >
          <SelectInput
            margin="none"
            source="reason_code"
            label={translate('kontor.documents.reason')}
            choices={rejectionReasons.map((id) => ({ id, name: `kontor.rejection_reason.${id}` }))}
            required
            helperText={false}
          />
          <TextInput
            source="comment"
            label={translate('kontor.documents.comment')}
            helperText={false}
            multiline
            parse={oneLine}
          />
        </FormDialog>
      )}
      {results && (
        <BulkResults
          outcomes={results.outcomes}
          nameOf={(id) => results.names.get(id) ?? id}
          onClose={() => setResults(null)}
        />
      )}
    </>
  )
}
