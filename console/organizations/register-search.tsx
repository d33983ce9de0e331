import {
  Box,
  Button,
  Chip,
  LinearProgress,
  List,
  ListItem,
  ListItemButton,
  Stack,
  Typography,
} from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { searchParties } from '../../contract/operations/organizations/organizations.ts'
import type { PartySearchItem } from '../../contract/organizations/parties.ts'
import { call } from '../api/client.ts'
import { EmptyRegister } from '../register/empty-register.tsx'
import { SearchField } from '../shared/fields/search-field.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { Highlighted } from './highlighted.tsx'

const shown = 20

/** Searches the register. A company that already has an organization leads to its page. */
export function RegisterSearch({
  onPick,
  onByHand,
  onForeign,
}: {
  onPick: (party: PartySearchItem) => void
  onByHand: (typed: string) => void
  onForeign: (typed: string) => void
}) {
  const translate = useTranslate()
  const [q, setQ] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const { data, isFetching } = useQuery({
    queryKey: ['parties', q],
    queryFn: ({ signal }) => call(searchParties, { query: { q, limit: shown }, signal }),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const found = q.trim() === '' ? undefined : data

  return (
    <Box onKeyDown={(event) => moveFocus(event, list.current)}>
      <SearchField
        autoFocus
        value={q}
        onSearch={setQ}
        label={translate('kontor.onboarding.search')}
        help={translate('kontor.onboarding.search_help')}
      />
      <Box sx={{ height: 4, mt: 1 }}>
        {isFetching && <LinearProgress aria-label={translate('kontor.onboarding.search')} />}
      </Box>
      {found && found.items.length > 0 && (
        <List ref={list} aria-label={translate('kontor.onboarding.search')}>
          {found.items.map((party) => (
            <ListItem
              key={`${party.organization_id} ${party.inn} ${party.kpp} ${party.ogrn}`}
              disablePadding
              divider
            >
              <Hit party={party} onPick={onPick} />
            </ListItem>
          ))}
        </List>
      )}
      {found?.items.length === 0 && !isFetching && (
        <EmptyRegister
          otherwise={
            <EmptyState
              title={translate('kontor.onboarding.nothing', { q })}
              help={translate('kontor.onboarding.nothing_help')}
            />
          }
        />
      )}
      {found && found.total > shown && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 1 }}>
          {translate('kontor.onboarding.first_hits', { count: shown })}
        </Typography>
      )}
      <Stack direction="row" sx={{ mt: 1, gap: 1, flexWrap: 'wrap' }}>
        <Button onClick={() => onByHand(q)}>{translate('kontor.onboarding.by_hand')}</Button>
        <Button onClick={() => onForeign(q)}>{translate('kontor.onboarding.foreign')}</Button>
      </Stack>
    </Box>
  )
}

function Hit({ party, onPick }: { party: PartySearchItem; onPick: (party: PartySearchItem) => void }) {
  const translate = useTranslate()
  const target = party.organization_id
    ? { component: Link, to: `/organizations/${party.organization_id}/show` }
    : { onClick: () => onPick(party) }
  return (
    <ListItemButton {...target} sx={{ display: 'block', py: 1.25 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {party.match.field === 'name' ? (
            <Highlighted text={party.match.highlight} />
          ) : (
            (party.short_name ?? party.full_name)
          )}
        </Typography>
        {party.status !== 'active' && <StatusChip kind="registry_status" status={party.status} />}
        {party.organization_id && (
          <Chip size="small" color="primary" label={translate('kontor.onboarding.onboarded')} />
        )}
      </Stack>
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
        {party.inn !== null && (
          <>
            {translate('kontor.organization_fields.inn')}{' '}
            {party.match.field === 'inn' ? <Highlighted text={party.match.highlight} /> : party.inn}
          </>
        )}
        {party.kpp && ` · ${translate('kontor.organization_fields.kpp')} ${party.kpp}`}
        {party.director_name && ` · ${party.director_name}`}
      </Typography>
      {party.address && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          {party.address}
        </Typography>
      )}
    </ListItemButton>
  )
}

/** Arrow keys move between the search field and the results. */
function moveFocus(event: KeyboardEvent, list: HTMLUListElement | null) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !list) return
  const hits = [...list.querySelectorAll<HTMLElement>('a, [role="button"]')]
  const next = hits.indexOf(document.activeElement as HTMLElement) + step
  if (next < 0 || next >= hits.length) return
  event.preventDefault()
  hits[next]?.focus()
}
