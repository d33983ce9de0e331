import { Box, Chip, Stack, Typography } from '@mui/material'
import type { ReactNode, Ref } from 'react'
import { useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import { useNameOf } from '../shared/names/administrator-names.ts'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { isOpenExchange } from './line-actions.tsx'
import type { Candidate } from './match/candidates.ts'
import { otherParty, useLineTitle } from './match/line-summary.tsx'
import { MatchList } from './match/match-list.tsx'

/** A line of a statement. The selected one shows everything, and what can be done with it. */
export function LineCard({
  line,
  best,
  isSelected,
  onSelect,
  focusRef,
  children,
}: {
  line: StatementLineResponse
  /** What Enter would match it with. */
  best: Candidate | undefined
  isSelected: boolean
  onSelect: () => void
  focusRef: Ref<HTMLDivElement>
  children: ReactNode
}) {
  const translate = useTranslate()
  const title = useLineTitle()
  const amount = useFormatAmount()
  const date = useFormatDate()
  const isIncoming = line.direction === 'incoming'
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box
        ref={focusRef}
        role="group"
        aria-label={title(line)}
        aria-current={isSelected}
        tabIndex={isSelected ? 0 : -1}
        onClick={onSelect}
        sx={{
          p: 2,
          cursor: isSelected ? undefined : 'pointer',
          bgcolor: isSelected ? 'action.hover' : undefined,
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 600, flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
            {otherParty(line)}
          </Typography>
          <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
            {isIncoming ? '+' : '−'} {amount(line.amount, line.currency)}
          </Typography>
        </Stack>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[
            date(line.booked_on),
            line.document_number && translate('kontor.statements.document', { number: line.document_number }),
            !isIncoming && translate('kontor.statement_direction.outgoing'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        <Typography
          sx={{
            mt: 0.5,
            overflowWrap: 'anywhere',
            ...(!isSelected && {
              display: '-webkit-box',
              WebkitLineClamp: 1,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
            }),
          }}
        >
          {line.purpose}
        </Typography>
        {!isSelected && best && (
          <Chip
            size="small"
            variant="outlined"
            sx={{ mt: 1 }}
            label={[
              best.number,
              best.score !== null && translate('kontor.statements.score', { score: best.score }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
        {!isSelected && !best && line.posting_suggestion && (
          <Chip
            size="small"
            variant="outlined"
            sx={{ mt: 1 }}
            label={translate('kontor.posting.suggested', {
              account: translate(`kontor.posting_account.${line.posting_suggestion.account}`),
            })}
          />
        )}
        {isSelected && <Requisites line={line} />}
        {line.status === 'matched' && <MatchList line={line} />}
        {line.posting && (
          <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {translate('kontor.posting.as', {
              account: translate(`kontor.posting_account.${line.posting.account}`),
              text: line.posting.text,
            })}
          </Typography>
        )}
        {line.posting?.exchange && (
          <Typography variant="body2" color="textSecondary">
            {translate('kontor.posting.settled', {
              day: date(line.posting.exchange.day),
              result: amount(line.posting.exchange.result, 'RUB'),
            })}
          </Typography>
        )}
        {isOpenExchange(line) && (
          <Typography variant="body2" color="textSecondary">
            {translate('kontor.posting.not_settled')}
          </Typography>
        )}
        {line.set_aside_reason !== null && (
          <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>
            {translate('kontor.statements.set_aside_because', { reason: line.set_aside_reason })}
          </Typography>
        )}
        {isSelected && line.decided_at !== null && <Decided by={line.decided_by} at={line.decided_at} />}
        {isSelected && children}
      </Box>
    </Box>
  )
}

function Requisites({ line }: { line: StatementLineResponse }) {
  const translate = useTranslate()
  const { inn, account, bic } = line.direction === 'incoming' ? line.payer : line.receiver
  const facts = [
    inn && `${translate('kontor.organization_fields.inn')} ${inn}`,
    account && `${translate('kontor.statements.account')} ${account}`,
    bic && `${translate('kontor.organization_fields.bik')} ${bic}`,
    `${translate('kontor.statements.own_account')} ${line.account}`,
  ]
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
      {facts.filter(Boolean).join(' · ')}
    </Typography>
  )
}

function Decided({ by, at }: { by: string | null; at: string }) {
  const nameOf = useNameOf()
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
      {by && `${nameOf(by)} · `}
      <Ago at={at} />
    </Typography>
  )
}
