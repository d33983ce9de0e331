import { Chip } from '@mui/material'
import { useTranslate } from 'react-admin'

/** That an organization is the desk itself, and no client. */
export function OwnChip() {
  const translate = useTranslate()
  return <Chip size="small" color="primary" variant="outlined" label={translate('kontor.companies.own')} />
}
