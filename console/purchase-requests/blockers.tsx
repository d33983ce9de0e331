import { Box } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ApiError } from '../api/api-error.ts'

export type Blocker = { code: string; detail: string } & Record<string, string>

export function readBlockers(error: ApiError): Blocker[] {
  const { blockers } = error.context
  return Array.isArray(blockers) ? (blockers as Blocker[]) : []
}

export function Blockers({ blockers }: { blockers: Blocker[] }) {
  const translate = useTranslate()
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {blockers.map((blocker) => {
        const place = placeOf(blocker)
        const text = translate(`kontor.blocker.${blocker.code}`, {
          _: blocker.detail,
          status: translate(`kontor.kyb_status.${blocker.kyb_status}`),
          kind: translate(`kontor.document_kind.${blocker.kind}`),
          network: translate(`kontor.network.${blocker.network}`),
        })
        return (
          <li key={`${blocker.code} ${blocker.kind ?? ''}`}>
            {place ? <Link to={place}>{text}</Link> : text}
          </li>
        )
      })}
    </Box>
  )
}

/** Where this can be cured. */
function placeOf({ code, organization_id }: Blocker): string | undefined {
  if (organization_id === undefined) return undefined
  const base = `/organizations/${organization_id}/show`
  if (code.startsWith('document_')) return `${base}/documents`
  return code === 'wallet_missing' ? `${base}/wallets` : base
}
