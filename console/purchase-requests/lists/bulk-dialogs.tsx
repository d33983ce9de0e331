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
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { useAdministratorNames } from '../../shared/names/administrator-names.ts'
import { endings } from '../facts/move-dialog.tsx'

type Values = Record<string, unknown>

interface DialogProps {
  requests: PurchaseRequestResponse[]
  onDone: (outcomes: BulkOutcome[]) => void
  onClose: () => void
}

/** Assigns or moves several requests at once. */
export default function BulkDialog({ act, ...props }: DialogProps & { act: 'assign' | 'move' }) {
  return act === 'assign' ? <AssignDialog {...props} /> : <MoveDialog {...props} />
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
