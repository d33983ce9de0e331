import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { createTransferBatch } from '../../contract/operations/wallets/transfer-batches.ts'
import type { TransferResponse } from '../../contract/wallets/transfers.ts'
import { call } from '../api/client.ts'
import { forgetDrafts } from '../shared/forms/drafts.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { oneLine } from '../shared/forms/form-values.ts'
import { BulkBar } from '../shared/lists/bulk-bar.tsx'
import type { Selection } from '../shared/lists/selection.ts'

/** Puts the transfers that are chosen into a batch. */
export function BatchBulk({ selection }: { selection: Selection<TransferResponse> }) {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <BulkBar count={selection.rows.length} onClear={selection.clear}>
        <Button variant="outlined" onClick={() => setOpen(true)}>
          {translate('kontor.transfer_batches.make')}
        </Button>
      </BulkBar>
      {isOpen && <BatchDialog transfers={selection.rows} onClose={() => setOpen(false)} />}
    </>
  )
}

function BatchDialog({
  transfers,
  onClose,
}: {
  transfers: readonly TransferResponse[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const text = (name: string) => translate(`kontor.transfer_batches.${name}`)
  return (
    <FormDialog
      title={text('make')}
      submitLabel={text('make')}
      validate={({ reason }) => (String(reason ?? '').trim() ? {} : { reason: 'kontor.faults.missing' })}
      onSubmit={async ({ reason }) => {
        const { id } = await call(createTransferBatch, {
          body: { transfer_ids: transfers.map((one) => one.id), reason: String(reason).trim() },
        })
        void queryClient.invalidateQueries({ queryKey: ['transfers'] })
        notify(text('made'), { type: 'success' })
        // What was typed is saved: nobody is asked whether to leave it.
        forgetDrafts()
        navigate(`/transfer-batches/${id}/show`)
      }}
      onClose={onClose}
    >
      {text('make_help')}
      <TextInput
        source="reason"
        label={translate('kontor.transfers.fields.reason')}
        helperText={false}
        multiline
        required
        parse={oneLine}
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
    </FormDialog>
  )
}
