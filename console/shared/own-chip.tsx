import { Chip } from '@mui/material'
import { useTranslate } from 'react-admin'
import { useOwnCompany } from './own-companies.ts'

/** That an organization is the desk itself, and no client. */
export function OwnChip({ organizationId }: { organizationId: string }) {
  const translate = useTranslate()
  if (!useOwnCompany(organizationId)) return null
  return <Chip size="small" color="primary" variant="outlined" label={translate('kontor.companies.own')} />
}
