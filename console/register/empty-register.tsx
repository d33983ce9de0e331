import { Button } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { usePermission } from '../shared/access/use-permission.ts'
import { useRolesWith } from '../shared/access/use-roles-with.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { usePartyRegister } from './register-query.ts'

/** Instead of "nothing found" while nothing can be found. */
export function EmptyRegister({ otherwise }: { otherwise: React.ReactNode }) {
  const translate = useTranslate()
  const mayImport = usePermission('desk:manage')
  const rolesWith = useRolesWith()
  const { data } = usePartyRegister()
  if (data?.parties !== 0) return otherwise
  const isRunning = data.latest?.status === 'running'
  const help = isRunning
    ? translate('kontor.register.empty_running')
    : mayImport
      ? translate('kontor.register.empty_help')
      : translate('kontor.register.empty_by_role', { roles: rolesWith('desk:manage') })
  return (
    <EmptyState title={translate('kontor.register.empty')} help={help}>
      {mayImport && (
        <Button component={Link} to="/party-register" variant="contained">
          {translate(`kontor.register.${isRunning ? 'show_progress' : 'import'}`)}
        </Button>
      )}
    </EmptyState>
  )
}
