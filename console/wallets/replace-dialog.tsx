import { Alert } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { replaceWallets } from '../../contract/operations/wallets/wallets.ts'
import type { WalletGenerationResponse } from '../../contract/wallets/wallets.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { oneLine } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'

/** Says what a replacement does before it asks for the reason. */
export function ReplaceDialog({
  current,
  onClose,
}: {
  current: WalletGenerationResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const names = current.wallets.map(({ network }) => translate(`kontor.network.${network}`))

  async function replace(reason: string) {
    try {
      await call(replaceWallets, { params: { organization_id: current.organization_id }, body: { reason } })
      notify('kontor.wallets.replaced', { type: 'success' })
      onClose()
    } finally {
      // Also after a refusal: somebody else may have been faster.
      void queryClient.invalidateQueries({ queryKey: ['wallets', current.organization_id] })
    }
  }

  return (
    <FormDialog
      title={translate('kontor.wallets.replace')}
      submitLabel={translate('kontor.wallets.replace')}
      validate={validateBody(replaceWallets)}
      onSubmit={({ reason }) => replace(String(reason).trim())}
      onClose={onClose}
      color="error"
    >
      <Alert severity="warning">
        <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
          <li>{translate('kontor.wallets.replace_new', { networks: names.join(', ') })}</li>
          <li>{translate('kontor.wallets.replace_coins')}</li>
          <li>{translate('kontor.wallets.replace_requests')}</li>
          <li>{translate('kontor.wallets.replace_undone')}</li>
        </ul>
      </Alert>
      <TextInput
        source="reason"
        label={translate('kontor.wallets.replace_reason')}
        helperText={translate('kontor.wallets.replace_reason_help')}
        required
        multiline
        parse={oneLine}
      />
    </FormDialog>
  )
}
