import { Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'

/** What is missing for a complete set of documents, the most severe first. */
export function DocumentsState({ summary }: { summary: OrganizationResponse['documents_summary'] }) {
  const translate = useTranslate()
  const [key, count] = worst(summary)
  const color = key === 'complete' ? 'success' : key === 'rejected' ? 'error' : 'textSecondary'
  return (
    <Typography component="span" variant="body2" color={color} sx={{ whiteSpace: 'nowrap' }}>
      {translate(`kontor.organizations.documents_${key}`, { count })}
    </Typography>
  )
}

function worst({
  missing,
  pending,
  rejected,
  expired,
}: OrganizationResponse['documents_summary']): [string, number] {
  if (rejected + expired > 0) return ['rejected', rejected + expired]
  if (missing.length > 0) return ['missing', missing.length]
  if (pending > 0) return ['pending', pending]
  return ['complete', 0]
}
