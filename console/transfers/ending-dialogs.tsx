import { Alert } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import {
  cancelTransfer,
  confirmTransfer,
  releaseTransfer,
} from '../../contract/operations/wallets/transfers.ts'
import type { TransferResponse } from '../../contract/wallets/transfers.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { oneLine, withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'

interface Props {
  transfer: TransferResponse
  onClose: () => void
}

function useEnding({ transfer, onClose }: Props) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  return {
    text: (name: string) => translate(`kontor.transfers.${name}`),
    params: { transfer_id: transfer.id },
    /** Does the work, says so, and reloads what it changed. */
    async end(work: () => Promise<unknown>, done: string): Promise<void> {
      try {
        await work()
        notify(done, { type: 'success' })
        onClose()
      } finally {
        for (const key of ['transfers', 'purchase-requests'])
          void queryClient.invalidateQueries({ queryKey: [key] })
      }
    },
  }
}

/** Nothing was signed: nothing can leave. */
export function CancelDialog(props: Props) {
  const translate = useTranslate()
  const { text, params, end } = useEnding(props)
  return (
    <FormDialog
      title={text('cancel')}
      submitLabel={text('cancel')}
      dismissLabel={translate('kontor.action.close')}
      color="error"
      onSubmit={(values) =>
        end(() => call(cancelTransfer, { params, body: withoutEmpty(values) }), 'kontor.transfers.cancelled')
      }
      onClose={props.onClose}
    >
      <TextInput
        source="reason"
        label={text('cancel_reason')}
        helperText={false}
        multiline
        parse={oneLine}
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
    </FormDialog>
  )
}

/** Until people say how they know that it has no effect, no other transfer pays for its request. */
export function awaitsEvidence({ status, request_id, evidence }: TransferResponse): boolean {
  return (status === 'failed' || status === 'replaced') && request_id !== null && evidence === null
}

/** Says what is at stake before it asks for the evidence. */
export function ReleaseDialog(props: Props) {
  const { text, params, end } = useEnding(props)
  return (
    <FormDialog
      title={text('release')}
      submitLabel={text('release')}
      color="error"
      validate={validateBody(releaseTransfer)}
      onSubmit={({ evidence }) =>
        end(
          () => call(releaseTransfer, { params, body: { evidence: String(evidence).trim() } }),
          'kontor.transfers.released',
        )
      }
      onClose={props.onClose}
    >
      <Alert severity="warning">
        {text(awaitsEvidence(props.transfer) ? 'release_ended_help' : 'release_help')}
        {typeof props.transfer.signature?.output_index === 'number' && ` ${text('release_together')}`}
      </Alert>
      <TextInput
        source="evidence"
        label={text('evidence')}
        helperText={text('evidence_help')}
        multiline
        parse={oneLine}
        required
        slotProps={{ htmlInput: { maxLength: 4000 } }}
      />
    </FormDialog>
  )
}

/** Where no node says it, somebody says that the network has carried it out. */
export function ConfirmDialog(props: Props) {
  const { text, params, end } = useEnding(props)
  return (
    <FormDialog
      title={text('confirm')}
      submitLabel={text('confirm')}
      validate={validateBody(confirmTransfer)}
      onSubmit={({ evidence }) =>
        end(
          () => call(confirmTransfer, { params, body: { evidence: String(evidence).trim() } }),
          'kontor.transfers.confirmed_by_hand',
        )
      }
      onClose={props.onClose}
    >
      <Alert severity="info">
        {text(['signed', 'sent'].includes(props.transfer.status) ? 'confirm_help' : 'confirm_given_up_help')}
      </Alert>
      <TextInput
        source="evidence"
        label={text('confirm_evidence')}
        helperText={text('confirm_evidence_help')}
        multiline
        parse={oneLine}
        required
        slotProps={{ htmlInput: { maxLength: 4000 } }}
      />
    </FormDialog>
  )
}
