import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useGetIdentity, useLocale, useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { ApprovalResponse } from '../../contract/control/approvals.ts'
import { withdrawApproval } from '../../contract/operations/control/approvals.ts'
import { AlikeDestination } from '../address-book/alike-addresses.tsx'
import { call } from '../api/client.ts'
import { countingText } from '../i18n/counting-text.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { useNameOf } from '../shared/names/administrator-names.ts'
import { Section } from '../shared/pages/section.tsx'
import { Ago, Time } from '../shared/time/time.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ApprovalContent } from './approval-content.tsx'
import { ApprovalSubject } from './approval-subject.tsx'
import { VoteForm } from './vote-form.tsx'

/** Everything that is needed to judge, and the decision. */
export function ApprovalCard({
  approval,
  isLinked = false,
  isBesideContent = false,
}: {
  approval: ApprovalResponse
  isLinked?: boolean
  /** On the page of its object, which shows what is voted on. */
  isBesideContent?: boolean
}) {
  const translate = useTranslate()
  const { asked_by, api_key, asked_at, status, reason, expires_at, act, id } = approval
  const nameOf = useNameOf()
  const text = (name: string) => translate(`kontor.approvals.${name}`)
  const title = translate(`kontor.act_name.${act}`)
  const isOpen = status === 'waiting' || status === 'approved'
  return (
    <Section
      title={title}
      actions={
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
          <StatusChip kind="approval_status" status={status} />
          {isLinked && <Link to={`/approvals/${id}/show`}>{text('open')}</Link>}
        </Stack>
      }
    >
      <Details>
        <Detail label={text('asked_by')}>
          {api_key && `${translate('kontor.approvals.by_key', { name: api_key.name })} · `}
          {asked_by.name || nameOf(asked_by.id)} · <Ago at={asked_at} />
        </Detail>
        {!isBesideContent && (
          <Detail label={text('subject')}>
            <ApprovalSubject approval={approval} />
          </Detail>
        )}
        {isOpen && (
          <Detail label={text(status === 'waiting' ? 'waits_until' : 'usable_until')}>
            <Time at={expires_at} /> (<Ago at={expires_at} />)
          </Detail>
        )}
        {isBesideContent ? <AlikeDestination approval={approval} /> : <ApprovalContent approval={approval} />}
        {reason && (
          <Detail label={text('reason')} wide>
            {reason}
          </Detail>
        )}
        <Detail label={text('votes')} wide>
          <Votes approval={approval} />
        </Detail>
      </Details>
      {approval.may_vote && <VoteForm approval={approval} />}
      <WhyNot approval={approval} />
      <Withdraw approval={approval} />
    </Section>
  )
}

/** How many are needed from which roles, and who has voted. */
function Votes({ approval: { needed, from, votes } }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const roles = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  const given = votes.filter(({ decision, counts }) => decision === 'approve' && counts).length
  return (
    <>
      {translate('kontor.approvals.needed', {
        given,
        needed,
        roles: roles.format(from.map((role) => translate(`kontor.roles.${role}`))),
      })}
      {votes.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
          {votes.map((vote) => (
            <li key={vote.by.id}>
              {translate(`kontor.vote.${vote.decision}`, { name: vote.by.name })} · <Ago at={vote.at} />
              {vote.signed && ` · ${translate('kontor.vote.signed')}`}
              {vote.reason && `: ${vote.reason}`}
              {!vote.counts && (
                <Typography component="span" color="error">
                  {' '}
                  {translate('kontor.vote.void')}
                </Typography>
              )}
            </li>
          ))}
        </Box>
      )}
    </>
  )
}

/** Said instead of the buttons. */
function WhyNot({
  approval: { status, may_vote, not_eligible_because, votes, not_eligible, way_out, eligible, needed },
}: {
  approval: ApprovalResponse
}) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  if (status !== 'waiting') return null
  // Whoever looks learns why it cannot be decided.
  const tooFew = way_out !== null && (
    <Alert severity="warning" sx={{ mt: 2 }}>
      {[
        translate('kontor.asked.too_few', { needed, eligible }),
        ...countingText({ not_eligible, way_out }),
      ].join(' ')}
    </Alert>
  )
  if (may_vote) return tooFew || null
  const hasVoted = votes.some(({ by }) => by.id === identity?.id)
  const why = not_eligible_because ?? (hasVoted ? 'voted' : undefined)
  const mine = not_eligible.filter(({ id }) => id === identity?.id)
  return (
    <>
      {why && (
        <Typography color="textSecondary" sx={{ mt: 2 }}>
          {[translate(`kontor.ineligible.${why}`), ...countingText({ not_eligible: mine })].join(' ')}
        </Typography>
      )}
      {tooFew}
    </>
  )
}

function Withdraw({ approval: { id, status, asked_by } }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  const act = useAct('approvals')
  if (asked_by.id !== identity?.id || (status !== 'waiting' && status !== 'approved')) return null
  return (
    <Button
      variant="outlined"
      sx={{ mt: 2 }}
      onClick={() =>
        act(() => call(withdrawApproval, { params: { approval_id: id } }), 'kontor.approvals.withdrawn')
      }
    >
      {translate('kontor.approvals.withdraw')}
    </Button>
  )
}
