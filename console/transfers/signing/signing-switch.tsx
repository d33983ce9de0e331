import StopIcon from '@mui/icons-material/DangerousOutlined'
import { Alert, Button, Tooltip } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { startSigning, stopSigning } from '../../../contract/operations/control/signing.ts'
import { call } from '../../api/client.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { useRolesWith } from '../../shared/access/use-roles-with.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { oneLine, withoutEmpty } from '../../shared/forms/form-values.ts'
import { useSigning } from './signing-query.ts'

/** The emergency stop, and the way back. */
export function SigningSwitch() {
  const translate = useTranslate()
  const rolesWith = useRolesWith()
  const mayStart = usePermission('transfers:manage')
  const { data } = useSigning()
  const [isAsking, setAsking] = useState(false)
  if (!data) return null
  const act = data.is_stopped ? 'start' : 'stop'
  // Everybody may stop.
  const allowed = act === 'stop' || mayStart
  const why = translate('kontor.signing.not_allowed', { roles: rolesWith('transfers:manage') })
  return (
    <>
      <Tooltip title={allowed ? '' : why}>
        <span>
          <Button
            variant={data.is_stopped ? 'outlined' : 'contained'}
            color={data.is_stopped ? 'primary' : 'error'}
            startIcon={data.is_stopped ? undefined : <StopIcon />}
            disabled={!allowed}
            onClick={() => setAsking(true)}
          >
            {translate(`kontor.signing.${act}`)}
          </Button>
        </span>
      </Tooltip>
      {isAsking && <SwitchDialog act={act} onClose={() => setAsking(false)} />}
    </>
  )
}

function SwitchDialog({ act, onClose }: { act: 'stop' | 'start'; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const text = (name: string) => translate(`kontor.signing.${name}`)

  async function submit(values: Record<string, unknown>) {
    try {
      const answer = act === 'stop' ? call(stopSigning, { body: withoutEmpty(values) }) : call(startSigning)
      queryClient.setQueryData(['signing'], await answer)
      notify(`kontor.signing.${act}_done`, { type: act === 'stop' ? 'warning' : 'success' })
      onClose()
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['signing'] })
    }
  }

  return (
    <FormDialog
      title={text(`${act}_title`)}
      submitLabel={text(act)}
      color={act === 'stop' ? 'error' : 'primary'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Alert severity={act === 'stop' ? 'warning' : 'info'}>{text(`${act}_help`)}</Alert>
      {act === 'stop' && (
        <TextInput
          source="reason"
          label={text('reason')}
          helperText={text('reason_help')}
          multiline
          parse={oneLine}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
      )}
    </FormDialog>
  )
}
