import { useQueryClient } from '@tanstack/react-query'
import { required, TextInput, useNotify, useTranslate } from 'react-admin'
import type { PasskeyResponse } from '../../contract/administrators/passkeys.ts'
import { renamePasskey } from '../../contract/operations/administrators/passkeys.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyResponse; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  return (
    <FormDialog
      title={translate('kontor.passkeys.rename')}
      submitLabel={translate('kontor.passkeys.rename')}
      defaultValues={{ name: passkey.name }}
      onSubmit={async ({ name }) => {
        const params = { passkey_id: passkey.id }
        await call(renamePasskey, { params, body: { name: String(name ?? '') } })
        notify('kontor.passkeys.renamed', { type: 'success' })
        void queryClient.invalidateQueries({ queryKey: ['passkeys'] })
        onClose()
      }}
      onClose={onClose}
    >
      <TextInput source="name" label="kontor.passkeys.name" validate={required()} autoFocus />
    </FormDialog>
  )
}
