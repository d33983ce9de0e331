import TodoIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import { Alert, AlertTitle, Box } from '@mui/material'
import { useGetIdentity, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { KontorError } from '../../../client/src/errors.ts'
import type { Blocker } from '../../../contract/purchase-requests/purchase-request-rules.ts'
import { useFormatTime } from '../time/time.tsx'
import { useFormatAmount } from '../values/money.ts'

export function readBlockers(error: KontorError): Blocker[] {
  const { blockers } = error.context
  return Array.isArray(blockers) ? (blockers as Blocker[]) : []
}

/** A checklist of what blocks a step; each item links to the page where it can be resolved. */
export function Blockers({
  blockers,
  isPlain = false,
}: {
  blockers: readonly Blocker[]
  /** Below an item that has a box of its own. */
  isPlain?: boolean
}) {
  const sentenceOf = useSentence()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {blockers.map((blocker) => {
        const place = placeOf(blocker)
        const text = sentenceOf(blocker)
        return (
          <Box
            component="li"
            key={`${blocker.code} ${blocker.kind ?? blocker.payment_id ?? blocker.hit_id ?? blocker.list ?? ''}`}
            sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}
          >
            {!isPlain && <TodoIcon fontSize="small" aria-hidden sx={{ opacity: 0.7 }} />}
            {place ? <Link to={place}>{text}</Link> : <span>{text}</span>}
          </Box>
        )
      })}
    </Box>
  )
}

/** A refusal of the service: everything that blocks a step. */
export function BlockedNotice({ error }: { error: KontorError }) {
  const translate = useTranslate()
  return (
    <Alert severity="warning">
      <AlertTitle>{translate('kontor.requests.blocked')}</AlertTitle>
      <Blockers blockers={readBlockers(error)} />
    </Alert>
  )
}

/** A hit that is confirmed is decided already. */
function textOf({ code, hit_status, list_kind }: Blocker): string {
  if (hit_status !== 'confirmed') return code
  return list_kind === 'pep' ? 'screening_hit_pep' : 'screening_hit_confirmed'
}

function useSentence(): (blocker: Blocker) => string {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const time = useFormatTime()
  const { identity } = useGetIdentity()
  return (blocker) => {
    const { code, threshold, fiat_currency, reviewer_id } = blocker
    if (code === 'second_administrator') {
      const over = amount(threshold ?? '0', fiat_currency ?? '')
      const mine = reviewer_id !== undefined && reviewer_id === identity?.id
      const text = translate(mine ? 'kontor.blocker.second_administrator_you' : `kontor.blocker.${code}`, {
        threshold: over,
      })
      const because =
        blocker.because === 'lineage' &&
        translate('kontor.blocker_people.lineage', { name: blocker.reviewer_name })
      const able = blocker.able
        ? translate('kontor.counting.able', { names: blocker.able })
        : translate('kontor.counting.nobody')
      return [text, because, able].filter(Boolean).join('. ')
    }
    return translate(`kontor.blocker.${textOf(blocker)}`, {
      status: translate(`kontor.kyb_status.${blocker.kyb_status}`),
      kind: translate(`kontor.document_kind.${blocker.kind}`),
      network: translate(`kontor.network.${blocker.network}`),
      missing: amount(blocker.missing_amount ?? '0', fiat_currency ?? ''),
      payer: blocker.payer_name || `${translate('kontor.organization_fields.inn')} ${blocker.payer_inn}`,
      reference: blocker.reference,
      subject: blocker.subject,
      list: blocker.list,
      time: blocker.usable_from === undefined ? undefined : time(blocker.usable_from),
    })
  }
}

/** The page where this can be resolved. */
function placeOf({ code, organization_id, hit_id, subject_kind }: Blocker): string | undefined {
  if (code === 'screening_hit' && hit_id !== undefined) return `/screening-hits/${hit_id}/show`
  if (code === 'screening_stale' || code === 'no_sanctions_list') return '/screening-lists'
  if (code === 'not_on_statement') return '/statements'
  if (organization_id === undefined) return undefined
  const base = `/organizations/${organization_id}/show`
  if (code.startsWith('document_')) return `${base}/documents`
  if (code === 'ownership_unexplained' || (code === 'screening_failed' && subject_kind === 'person'))
    return `${base}/people`
  return code === 'wallet_missing' || code === 'wallet_retired' ? `${base}/wallets` : base
}
