import { Button } from '@mui/material'
import { useState } from 'react'
import { SelectInput, TextInput, useGetIdentity, useTranslate } from 'react-admin'
import { missing } from '../../../contract/api/faults.ts'
import { permissionsOf } from '../../../contract/api/roles.ts'
import { bulkAssign, bulkMove } from '../../../contract/operations/work/bulk.ts'
import {
  moveRule,
  type PurchaseRequestStatus,
  purchaseRequestReasons,
} from '../../../contract/purchase-requests/purchase-request-rules.ts'
import type {
  PurchaseRequestResponse,
  UpdatePurchaseRequestStatusBody,
} from '../../../contract/purchase-requests/purchase-requests.ts'
import { type BulkOutcome, callBulk } from '../../api/bulk.ts'
import { fieldErrors } from '../../i18n/fault-text.ts'
import { BulkResults, isDone } from '../../shared/answers/bulk-results.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { BulkBar } from '../../shared/lists/bulk-bar.tsx'
import type { Selection } from '../../shared/lists/selection.ts'
import { useAdministratorNames } from '../../shared/names/administrator-names.ts'
import { useRefreshDeals } from '../facts/fact-queries.ts'
import { endings } from '../facts/move-dialog.tsx'

type Request = PurchaseRequestResponse
type Values = Record<string, unknown>

/** Assigns or moves the requests that are chosen. What fails stays chosen. */
export function BulkActs({ selection }: { selection: Selection<Request> }) {
  const translate = useTranslate()
  const refresh = useRefreshDeals()
  const [dialog, setDialog] = useState<'assign' | 'move' | null>(null)
  const [results, setResults] = useState<{ outcomes: BulkOutcome[]; numbers: Map<string, string> } | null>(
    null,
  )
  const close = () => setDialog(null)

  function show(outcomes: BulkOutcome[]) {
    const numbers = new Map(selection.rows.map(({ id, number }) => [id, number]))
    setResults({ outcomes, numbers })
    setDialog(null)
    selection.keep(new Set(outcomes.filter((one) => !isDone(one)).map(({ id }) => id)))
    refresh()
  }

  return (
    <>
      <BulkBar count={selection.rows.length} onClear={selection.clear}>
        <Button variant="outlined" onClick={() => setDialog('assign')}>
          {translate('kontor.bulk.assign')}
        </Button>
        <Button variant="outlined" onClick={() => setDialog('move')}>
          {translate('kontor.bulk.move')}
        </Button>
      </BulkBar>
      {dialog === 'assign' && <AssignDialog requests={selection.rows} onDone={show} onClose={close} />}
      {dialog === 'move' && <MoveDialog requests={selection.rows} onDone={show} onClose={close} />}
      {results && (
        <BulkResults
          outcomes={results.outcomes}
          nameOf={(id) => results.numbers.get(id) ?? id}
          onClose={() => setResults(null)}
        />
      )}
    </>
  )
}

interface DialogProps {
  requests: Request[]
  onDone: (outcomes: BulkOutcome[]) => void
  onClose: () => void
}

const nobody = 'nobody'

function AssignDialog({ requests, onDone, onClose }: DialogProps) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const names = useAdministratorNames()
  const candidates = names.filter(
    ({ role, status }) => status === 'active' && permissionsOf(role).has('requests:process'),
  )
  const choices = [
    ...candidates
      .filter(({ id }) => id === identity?.id)
      .map(({ id }) => ({ id, name: 'kontor.list_filters.me' })),
    { id: nobody, name: 'kontor.list_filters.nobody' },
    ...candidates.filter(({ id }) => id !== identity?.id),
  ]

  async function assign({ assignee }: Values) {
    const items = requests.map(({ id, version }) => ({ id, version }))
    const assignee_id = assignee === nobody ? null : String(assignee)
    onDone(await callBulk(bulkAssign, { items, assignee_id }))
  }

  return (
    <FormDialog
      title={translate('kontor.bulk.assign_title', { count: requests.length })}
      submitLabel={translate('kontor.bulk.assign_submit')}
      validate={({ assignee }) => (assignee ? {} : fieldErrors([missing(['body', 'assignee'])]))}
      onSubmit={assign}
      onClose={onClose}
    >
      <SelectInput
        margin="none"
        source="assignee"
        label={translate('kontor.list_filters.assignee')}
        choices={choices}
        required
        helperText={false}
      />
    </FormDialog>
  )
}

/** Moves that need nothing which each request has of its own, such as a payment. */
const together: readonly PurchaseRequestStatus[] = [
  'in_review',
  'approved',
  'on_hold',
  'rejected',
  'cancelled',
  'failed',
]

function MoveDialog({ requests, onDone, onClose }: DialogProps) {
  const translate = useTranslate()
  const [chosen, setChosen] = useState<PurchaseRequestStatus | null>(null)
  const possible = together.filter((status) => requests.some((row) => row.allowed_statuses.includes(status)))
  const needsReason = (status: unknown) =>
    requests.some((row) =>
      moveRule(row.status, status as PurchaseRequestStatus)?.needs.includes('reason_code'),
    )

  async function move(values: Values) {
    const fields = withoutEmpty(values) as Pick<
      UpdatePurchaseRequestStatusBody,
      'status' | 'reason_code' | 'comment'
    >
    const items = requests.map(({ id, version }) => ({ ...fields, id, version }))
    onDone(await callBulk(bulkMove, { items }))
  }

  function validate({ status, reason_code }: Values) {
    return fieldErrors([
      ...(status ? [] : [missing(['body', 'status'])]),
      ...(needsReason(status) && !reason_code ? [missing(['body', 'reason_code'])] : []),
    ])
  }

  return (
    <FormDialog
      title={translate('kontor.bulk.move_title', { count: requests.length })}
      submitLabel={translate('kontor.bulk.move_submit')}
      validate={validate}
      onSubmit={move}
      onClose={onClose}
      color={chosen && endings.has(chosen) ? 'error' : 'primary'}
      refusal={possible.length === 0 ? translate('kontor.bulk.no_status') : null}
    >
      <SelectInput
        margin="none"
        source="status"
        label={translate('kontor.bulk.new_status')}
        choices={possible.map((id) => ({ id, name: `kontor.request_status.${id}` }))}
        onChange={(event) => setChosen((event.target?.value ?? null) as PurchaseRequestStatus | null)}
        required
        helperText={false}
      />
      {chosen && needsReason(chosen) && (
        <SelectInput
          margin="none"
          source="reason_code"
          label={translate('kontor.requests.fields.reason')}
          choices={purchaseRequestReasons.map((id) => ({ id, name: `kontor.request_reason.${id}` }))}
          required
          helperText={false}
        />
      )}
      <TextInput
        source="comment"
        label={translate('kontor.requests.fields.comment')}
        helperText={false}
        multiline
      />
    </FormDialog>
  )
}
