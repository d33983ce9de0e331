import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import { Button, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { decideScreeningHit, readScreeningHit } from '../../contract/operations/organizations/screening.ts'
import type { ScreeningHitDetailsResponse } from '../../contract/organizations/screening.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useRolesWith } from '../shared/access/use-roles-with.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useOfferUndo } from '../shared/answers/undo-offers.ts'
import { InPane } from '../shared/pages/in-pane.ts'
import { KeysDialog } from '../shared/pages/keys-dialog.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { StepButton } from '../shared/pages/step-button.tsx'
import { useFocusAtTop } from '../shared/pages/use-focus-at-top.ts'
import { usePageKeys } from '../shared/pages/use-page-keys.ts'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { listSearch } from '../views/list-place.ts'
import { useListState } from '../views/use-list-state.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { DecideDialog, type Decision } from './decide-dialog.tsx'
import { HitHistory } from './hit-history.tsx'
import { type HitKey, hitKeyOf, hitKeys } from './hit-keys.ts'
import { useHitQueue, usualHits } from './hit-queries.ts'
import { MatchStrength } from './match-strength.tsx'
import { NameWords } from './name-words.tsx'
import { Reasons } from './reasons.tsx'

export default function HitShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['screening-hits', 'getOne', id],
    queryFn: ({ signal }) => call(readScreeningHit, { params: { hit_id: id }, signal }),
  })
  return <QueryState query={query}>{(hit) => <Hit key={hit.id} hit={hit} />}</QueryState>
}

/** A party of ours and the entry of a list, side by side, and the decision whether they are the same. */
function Hit({ hit }: { hit: ScreeningHitDetailsResponse }) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const offerUndo = useOfferUndo()
  const mayDecide = usePermission('organizations:decide_kyb')
  const rolesWith = useRolesWith()
  const [state] = useListState(usualHits)
  const { ids, hasMore, loadMore } = useHitQueue(state.filters)
  const [open, setOpen] = useState<Decision | 'help' | null>(null)
  /** Where to go once the dialog is gone: until then, its input counts as not saved. */
  const [following, setFollowing] = useState<string | null>(null)
  useEffect(() => {
    if (following !== null && open === null) navigate(following)
  }, [following, open, navigate])
  const top = useFocusAtTop()
  const isInPane = use(InPane)

  const at = ids.indexOf(hit.id)
  const next = ids[at + 1]
  const previous = at > 0 ? ids[at - 1] : undefined
  useEffect(() => {
    if (at >= 0 && at === ids.length - 1 && hasMore) void loadMore()
  }, [at, ids.length, hasMore, loadMore])

  const placeOf = (id: string) => `/screening-hits/${id}/show${listSearch(state)}`
  const go = (id: string | undefined) => {
    if (id !== undefined) navigate(placeOf(id))
  }

  /** On to the next one that waits; the list says it if there is none. */
  function decided(saved: ScreeningHitDetailsResponse) {
    const other = next ?? previous
    // Beside the list, the list goes on.
    if (!isInPane && saved.status !== 'open' && state.filters.status === 'open')
      setFollowing(other === undefined ? `/screening-hits${listSearch(state)}` : placeOf(other))
    setOpen(null)
    show(saved)
    const text = translate(`kontor.screening.done_${saved.status}`)
    if (!isOffered(hit, saved)) return notify(text, { type: 'success' })
    offerUndo(`${text} ${saved.subject.name}`, async () => show(await reopen(saved)))
  }

  function show(saved: ScreeningHitDetailsResponse) {
    queryClient.setQueryData(['screening-hits', 'getOne', saved.id], saved)
    for (const key of ['screening-hits', 'screening', 'organizations', 'next-steps', 'kyb-checklist'])
      void queryClient.invalidateQueries({ queryKey: [key] })
  }

  const possible: Record<Decision, boolean> = {
    dismiss: mayDecide && (hit.status === 'open' || hit.status === 'confirmed'),
    confirm: mayDecide && (hit.status === 'open' || hit.status === 'dismissed'),
    continue: mayDecide && hit.kind === 'pep' && hit.status === 'confirmed',
    close: mayDecide && hit.is_closable,
    reopen: mayDecide && ['dismissed', 'confirmed', 'continue'].includes(hit.status),
  }
  function press(key: HitKey) {
    if (key === 'next') return go(next)
    if (key === 'previous') return go(previous)
    if (key === 'help' || possible[key]) setOpen(key)
  }
  usePageKeys(
    (pressed) => {
      const key = hitKeyOf(pressed)
      return isInPane && (key === 'next' || key === 'previous') ? undefined : key
    },
    press,
    open === null,
  )

  const place =
    at >= 0 &&
    translate('kontor.screening.place', { at: at + 1, total: `${ids.length}${hasMore ? '+' : ''}` })
  return (
    <Page
      title={hit.subject.name}
      heading={
        <>
          {hit.subject.name} <StatusChip kind="hit_status" status={hit.status} size="medium" />
        </>
      }
      actions={
        <>
          {!isInPane && (
            <>
              <Button component={Link} to={`/screening-hits${listSearch(state)}`}>
                {translate('kontor.screening.back')}
              </Button>
              <StepButton
                label={translate('kontor.screening.previous')}
                onClick={() => go(previous)}
                isOff={!previous}
              >
                <PreviousIcon />
              </StepButton>
              <Typography component="span" sx={{ alignSelf: 'center' }} color="textSecondary">
                {place}
              </Typography>
              <StepButton label={translate('kontor.screening.next')} onClick={() => go(next)} isOff={!next}>
                <NextIcon />
              </StepButton>
            </>
          )}
          <StepButton label={translate('kontor.statements.keys')} onClick={() => setOpen('help')}>
            <KeyboardIcon />
          </StepButton>
        </>
      }
    >
      <Stack
        ref={top}
        tabIndex={-1}
        direction="row"
        sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 2, outline: 'none' }}
      >
        <MatchStrength hit={hit} />
        <Typography component="span" color="textSecondary">
          {translate(`kontor.subject_kind.${hit.subject.kind}`)} ·{' '}
          <Link to={`/organizations/${hit.organization_id}/show`}>{hit.organization_name}</Link> ·{' '}
          {translate('kontor.screening.of_list', { list: hit.list, generation: hit.generation })} ·{' '}
          {translate(`kontor.list_kind.${hit.kind}`)}
        </Typography>
      </Stack>
      <HitHistory hit={hit} />
      <Section title={translate('kontor.screening.decision')}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          {(['dismiss', 'confirm', 'continue', 'close', 'reopen'] as const)
            .filter((name) => possible[name])
            .map((name) => (
              <Button
                key={name}
                variant={name === 'reopen' ? 'text' : 'outlined'}
                color={name === 'confirm' ? 'error' : 'primary'}
                onClick={() => setOpen(name)}
                aria-keyshortcuts={hitKeys.find(({ does }) => does === name)?.pressed.join(' ')}
              >
                {translate(`kontor.screening.${name}`)}
              </Button>
            ))}
          <Typography variant="body2" color="textSecondary">
            {hit.status === 'closed'
              ? translate('kontor.errors.screening_hit_closed')
              : mayDecide
                ? translate(`kontor.screening.${effectOf(hit)}`)
                : translate('kontor.screening.by_role', { roles: rolesWith('organizations:decide_kyb') })}
          </Typography>
        </Stack>
      </Section>
      <Section title={translate('kontor.screening.compared')}>
        <ComparisonTable hit={hit} />
      </Section>
      <Section title={translate('kontor.screening.why')}>
        <Reasons reasons={hit.reasons} />
        <NameWords reasons={hit.reasons} />
      </Section>
      {open === 'help' && (
        <KeysDialog
          keys={hitKeys.map(({ pressed, does }) => ({ pressed, text: translate(`kontor.hit_key.${does}`) }))}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'help' && (
        <DecideDialog hit={hit} decision={open} onDone={decided} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}

/**
 * Whether `open` is the inverse: not of one that was decided before or is closed for good. Only a decision on its KYB lifts
 * the suspension of an organization.
 */
function isOffered(
  before: ScreeningHitDetailsResponse,
  { status, kind }: ScreeningHitDetailsResponse,
): boolean {
  const suspends = status === 'confirmed' && before.above_threshold && kind !== 'pep'
  return before.status === 'open' && (status === 'dismissed' || status === 'confirmed') && !suspends
}

/** Takes back the decision that this version of the hit shows. */
function reopen({ id, version }: ScreeningHitDetailsResponse): Promise<ScreeningHitDetailsResponse> {
  return call(decideScreeningHit, {
    params: { hit_id: id },
    body: { status: 'open' },
    headers: { 'if-match': `"${version}"` },
  })
}

/** The sentence that says what the hit blocks now. */
function effectOf({ is_blocking, status, kind }: ScreeningHitDetailsResponse): string {
  if (!is_blocking) return 'blocks_not'
  if (status !== 'confirmed') return 'blocks'
  return kind === 'pep' ? 'blocks_pep' : 'blocks_confirmed'
}
