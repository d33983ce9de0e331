import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { hitList } from '../../contract/lists/hits.ts'
import type { HitStatus, SubjectKind } from '../../contract/organizations/screening.ts'
import { call } from '../api/client.ts'
import { readAllByCursor } from '../api/read-all.ts'

const shown: readonly HitStatus[] = ['open', 'confirmed', 'dismissed']

/** Links to the hits of one party that are open, block, or were dismissed. */
export function PartyHits({
  organizationId,
  kind,
  id,
}: {
  organizationId: string
  kind: SubjectKind
  id: string
}) {
  const translate = useTranslate()
  const { data = [] } = useQuery({
    queryKey: ['screening-hits', 'of-organization', organizationId],
    queryFn: ({ signal }) =>
      readAllByCursor((query) =>
        call(hitList.read, { query: { organization_id: organizationId, ...query }, signal }),
      ),
  })
  const hits = data.filter(
    ({ subject, status }) => subject.kind === kind && subject.id === id && shown.includes(status),
  )
  return hits.map((hit) => (
    <Box key={hit.id} sx={{ overflowWrap: 'anywhere' }}>
      <Link to={`/screening-hits/${hit.id}/show`}>{hit.entry.name || hit.entry.id}</Link> ({hit.list},{' '}
      {translate(`kontor.hit_status.${hit.status}`).toLowerCase()})
    </Box>
  ))
}
