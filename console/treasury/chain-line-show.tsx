import { Alert, Button, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import type { ChainLineResponse, ChainSuggestion } from '../../contract/books/chain-lines.ts'
import { coins } from '../../contract/money/assets.ts'
import { isZero } from '../../contract/money/decimal.ts'
import {
  matchChainLine,
  postChainFee,
  postChainMove,
  readChainLine,
  reopenChainLine,
  setAsideChainLine,
  unpostChainFee,
} from '../../contract/operations/books/chain-lines.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
import { CopiedDetail } from '../shared/values/copied-detail.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { signed } from './chain-line-list.tsx'

type Asked = 'set_aside' | 'reopen' | 'fee' | 'unpost' | ChainSuggestion | null

/** A transaction of an own wallet, and what it is. */
export default function ChainLineShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['chain-lines', 'getOne', id],
    queryFn: ({ signal }) => call(readChainLine, { params: { line_id: id }, signal }),
  })
  return <QueryState query={query}>{(line) => <ChainLine line={line} />}</QueryState>
}

function ChainLine({ line }: { line: ChainLineResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const [asked, ask] = useState<Asked>(null)
  const label = (name: string) => translate(`kontor.chain_lines.columns.${name}`)
  const { match, status } = line
  return (
    <Page
      title={translate(`kontor.chain_direction.${line.direction}`)}
      actions={<Acts line={line} ask={ask} />}
    >
      {line.taken_back_at && (
        <Alert severity="error">{translate('kontor.chain_lines.taken_back_help')}</Alert>
      )}
      <Section title={format(signed(line), line.asset)}>
        <Details>
          <Detail label={label('status')}>{translate(`kontor.chain_line_status.${status}`)}</Detail>
          <Detail label={label('at')}>
            <Ago at={line.at} />
          </Detail>
          <Detail label={label('fee')}>
            {isZero(line.fee) ? '' : format(line.fee, coins[line.network])}
          </Detail>
          <Detail label={label('network')}>{translate(`kontor.network.${line.network}`)}</Detail>
          <Detail label={label('company')}>{line.company_name}</Detail>
          <Detail label={label('source')}>{translate(`kontor.chain_source.${line.source}`)}</Detail>
          <Detail label={label('match')}>
            {match && <MatchLink match={match}>{translate(`kontor.chain_match.${match.kind}`)}</MatchLink>}
          </Detail>
          <Detail label={label('reason')}>{line.set_aside_reason}</Detail>
          <CopiedDetail label={label('transaction')} value={line.tx_hash} wide />
          <CopiedDetail label={label('counterparty')} value={line.counterparty} wide />
          <CopiedDetail label={label('wallet')} value={line.wallet_address} wide />
        </Details>
      </Section>
      <Suggestions line={line} ask={ask} />
      {asked !== null && <ActDialog line={line} asked={asked} onClose={() => ask(null)} />}
    </Page>
  )
}

function MatchLink({
  match: { kind, id, request_id },
  children,
}: {
  match: NonNullable<ChainLineResponse['match']>
  children: string
}) {
  if (kind === 'fee') return <>{children}</>
  const to =
    kind === 'acquisition'
      ? `/acquisitions/${id}/show`
      : kind === 'transfer'
        ? `/transfers/${id}/show`
        : `/purchase-requests/${request_id}/show`
  return <Link to={to}>{children}</Link>
}

function Acts({ line, ask }: { line: ChainLineResponse; ask: (act: Asked) => void }) {
  const translate = useTranslate()
  const mayDecide = usePermission('treasury:acquire')
  const mayPost = usePermission('books:post')
  const text = (name: string) => translate(`kontor.chain_lines.${name}`)
  const { status, match, direction, asset, network, taken_back_at } = line
  const isOpen = status === 'new' || status === 'dust'
  const isFee = match?.kind === 'fee'
  const isPosted = isFee || match?.kind === 'move'
  return (
    <>
      {mayPost && isOpen && !taken_back_at && direction === 'outgoing' && asset === coins[network] && (
        <Button variant="outlined" onClick={() => ask('fee')}>
          {text('post_fee')}
        </Button>
      )}
      {mayPost && isPosted && (
        <Button variant="outlined" onClick={() => ask('unpost')}>
          {text(isFee ? 'unpost_fee' : 'unpost_move')}
        </Button>
      )}
      {mayDecide && isOpen && (
        <Button variant="outlined" onClick={() => ask('set_aside')}>
          {text('set_aside')}
        </Button>
      )}
      {mayDecide && !isOpen && !isPosted && (
        <Button variant="outlined" onClick={() => ask('reopen')}>
          {text('reopen')}
        </Button>
      )}
    </>
  )
}

/** What the line may be, each with its act. */
function Suggestions({ line, ask }: { line: ChainLineResponse; ask: (act: Asked) => void }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const mayDecide = usePermission('treasury:acquire')
  const mayPost = usePermission('books:post')
  const suggested = line.suggestions.filter(({ kind }) => kind !== 'fee')
  if (line.status !== 'new' || suggested.length === 0) return null
  return (
    <Section title={translate('kontor.chain_lines.suggestions')}>
      <Stack sx={{ gap: 1 }}>
        {suggested.some(({ kind }) => kind === 'transfer') && (
          <Alert severity="warning">{translate('kontor.chain_lines.given_up')}</Alert>
        )}
        {suggested.map((one) => (
          <Stack key={one.id} direction="row" sx={{ gap: 2, alignItems: 'center' }}>
            <Typography sx={{ flexGrow: 1 }}>
              {translate(`kontor.chain_match.${one.kind}`)} {one.title}, {format(one.amount, line.asset)}
            </Typography>
            {one.kind === 'transfer' && (
              <Button size="small" variant="outlined" component={Link} to={`/transfers/${one.id}/show`}>
                {translate('kontor.chain_lines.open_transfer')}
              </Button>
            )}
            {one.kind !== 'transfer' && (one.kind === 'move' ? mayPost : mayDecide) && (
              <Button size="small" variant="outlined" onClick={() => ask(one)}>
                {translate(`kontor.chain_lines.do.${one.kind === 'move' ? 'move' : 'match'}`)}
              </Button>
            )}
          </Stack>
        ))}
      </Stack>
    </Section>
  )
}

function ActDialog({
  line,
  asked,
  onClose,
}: {
  line: ChainLineResponse
  asked: NonNullable<Asked>
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const name = typeof asked === 'string' ? asked : asked.kind === 'move' ? 'move' : 'match'
  const text = (part: string) => translate(`kontor.chain_lines.${part}`)
  const needsReason = asked === 'set_aside' || asked === 'unpost'
  const params = { line_id: line.id }
  async function submit(values: Record<string, unknown>) {
    const body = withoutEmpty(values) as { reason: string }
    if (asked === 'set_aside') await call(setAsideChainLine, { params, body })
    else if (asked === 'unpost') await call(unpostChainFee, { params, body })
    else if (asked === 'fee') await call(postChainFee, { params })
    else if (asked === 'reopen') await call(reopenChainLine, { params })
    else if (asked.kind === 'move')
      await call(postChainMove, { params, body: { delivery_id: asked.id ?? '' } })
    else await call(matchChainLine, { params, body: { [`${asked.kind}_id`]: asked.id } })
    notify(text(`done.${name}`), { type: 'success' })
    void queryClient.invalidateQueries({ queryKey: ['chain-lines'] })
    onClose()
  }
  return (
    <FormDialog
      title={text(`ask.${name}`)}
      submitLabel={text(`do.${name}`)}
      {...(needsReason && { validate: validateBody(setAsideChainLine, withoutEmpty) })}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{text(`help.${name}`)}</Typography>
      {needsReason && (
        <TextInput source="reason" label={text('columns.reason')} helperText={false} required multiline />
      )}
    </FormDialog>
  )
}
