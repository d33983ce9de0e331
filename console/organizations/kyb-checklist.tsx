import OpenIcon from '@mui/icons-material/CheckBoxOutlineBlank'
import DoneIcon from '@mui/icons-material/CheckBoxOutlined'
import WarningIcon from '@mui/icons-material/WarningAmber'
import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { readKybChecklist } from '../../contract/operations/organizations/organizations.ts'
import type { KybChecklistResponse } from '../../contract/organizations/kyb-checklist.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { Blockers } from '../shared/answers/blockers.tsx'
import { QueryState } from '../shared/answers/query-state.tsx'

type Item = KybChecklistResponse['items'][number]

export function useKybChecklist({ id, version }: OrganizationResponse) {
  return useQuery({
    queryKey: ['kyb-checklist', id, version],
    queryFn: ({ signal }) => call(readKybChecklist, { params: { organization_id: id }, signal }),
    placeholderData: (known, query) => (query?.queryKey[1] === id ? known : undefined),
  })
}

/** What is in order for an approval, and what is not, with links. */
export function KybChecklist({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const { id } = organization
  const query = useKybChecklist(organization)
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {translate('kontor.kyb.checklist')}
      </Typography>
      <QueryState query={query}>
        {({ items }) => (
          <Box
            component="ul"
            aria-label={translate('kontor.kyb.checklist')}
            sx={{
              m: 0,
              p: 0,
              listStyle: 'none',
              display: 'grid',
              gap: 0.5,
              columnGap: 3,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            {items.filter(isShown).map((item) => (
              <Row key={`${item.requirement} ${item.kind}`} item={item} organizationId={id} />
            ))}
          </Box>
        )}
      </QueryState>
    </Box>
  )
}

/** Where no list is required, the line of screening says that there is none. */
function isShown({ requirement, is_required }: Item): boolean {
  return requirement !== 'sanctions-list' || is_required
}

function Row({ item, organizationId }: { item: Item; organizationId: string }) {
  const translate = useTranslate()
  const { requirement, kind, is_required, is_done, blockers, warnings } = item
  const isWarning = blockers.length === 0 && warnings.length > 0
  const Icon = is_done ? DoneIcon : isWarning ? WarningIcon : OpenIcon
  const state = translate(`kontor.kyb.item_${is_done ? 'done' : isWarning ? 'warning' : 'open'}`)
  const name = kind
    ? translate(`kontor.document_kind.${kind}`)
    : translate(`kontor.kyb_requirement.${requirement}`)
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Icon
        fontSize="small"
        role="img"
        aria-label={state}
        titleAccess={state}
        color={is_done ? 'success' : is_required || isWarning ? 'warning' : 'disabled'}
        sx={{ mt: '2px' }}
      />
      <Box sx={{ minWidth: 0 }}>
        {is_done ? (
          <Link to={placeOf(requirement, organizationId)}>{name}</Link>
        ) : (
          <Blockers blockers={[...blockers, ...warnings]} isPlain />
        )}
        {!is_required && (
          <Typography component="span" variant="body2" color="textSecondary">
            {' · '}
            {translate('kontor.kyb.item_optional')}
          </Typography>
        )}
      </Box>
    </Box>
  )
}

function placeOf(requirement: Item['requirement'], organizationId: string): string {
  const base = `/organizations/${organizationId}/show`
  return {
    documents: `${base}/documents`,
    'uploaded-documents': `${base}/documents`,
    ownership: `${base}/people`,
    screening: base,
    'sanctions-list': '/screening-lists',
  }[requirement]
}
