import { Alert, Box, Button, Card, LinearProgress } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import type { StatementLineResponse } from '../../contract/books/statements.ts'
import {
  matchStatementLine,
  postStatementLine,
  reopenStatementLine,
  unpostStatementLine,
} from '../../contract/operations/books/statements.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { approvalAskedFor } from '../shared/answers/refusal.tsx'
import { useOfferUndo } from '../shared/answers/undo-offers.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { MoreThanPrinted, NextPage } from '../shared/lists/record-table.tsx'
import { footLook } from '../shared/lists/record-table-look.ts'
import { usePrintedRows } from '../shared/pages/print.ts'
import { usePageKeys } from '../shared/pages/use-page-keys.ts'
import type { Filters } from '../views/list-place.ts'
import { LineKeysDialog } from './keys-dialog.tsx'
import { LineActions, type LineDialog } from './line-actions.tsx'
import { LineCard } from './line-card.tsx'
import { decisionOf, useKeepLine, useLines } from './line-queries.ts'
import { LinesInRows, useLinesLook } from './lines-in-rows.tsx'
import { AdvanceDialog } from './match/advance-dialog.tsx'
import { CandidateList } from './match/candidate-list.tsx'
import { type Candidate, restOf } from './match/candidates.ts'
import { type Asked, ConfirmMatchDialog } from './match/confirm-match-dialog.tsx'
import { findDeviations } from './match/find-deviations.ts'
import { FindRequestDialog } from './match/find-request-dialog.tsx'
import { SplitDialog } from './match/split-dialog.tsx'
import { PostingDialog } from './post/posting-dialog.tsx'
import { SettleDialog } from './post/settle-dialog.tsx'
import { type QueueKey, queueKeyOf } from './queue-keys.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Open = LineDialog | 'help' | null

/** Lines of statements, one after the other, by keyboard or by mouse. */
export function LineQueue({
  filters,
  statementId,
  shown,
  empty,
  foot,
}: {
  filters: Filters
  statementId: string | undefined
  /** The columns of the table; null for the usual ones. */
  shown: readonly string[] | null
  empty: ReactNode
  foot: ReactNode
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const query = useLines(filters, statementId)
  usePrintedRows(query, ({ items }) => items)
  // A line that was just dealt with is no longer of this status.
  const lines = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ status }) => filters.status === undefined || status === filters.status)

  if (query.isPending) return <LinearProgress aria-label={translate('ra.page.loading')} />
  if (query.error && !query.data) {
    const retry = <Button onClick={() => query.refetch()}>{translate('kontor.action.retry')}</Button>
    return (
      <Alert severity="error" action={retry}>
        {errorText(query.error)}
      </Alert>
    )
  }
  return (
    <Queue
      lines={lines}
      shown={shown}
      empty={empty}
      foot={foot}
      more={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
      isFetchingMore={query.isFetchingNextPage}
    />
  )
}

function Queue({
  lines,
  shown,
  empty,
  foot,
  more,
  isFetchingMore,
}: {
  lines: StatementLineResponse[]
  shown: readonly string[] | null
  empty: ReactNode
  foot: ReactNode
  more: (() => void) | undefined
  isFetchingMore: boolean
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const keep = useKeepLine()
  const act = useAct('statement-lines')
  const offerUndo = useOfferUndo()
  const mayProcess = usePermission('requests:process')
  const mayPost = usePermission('books:post')
  // A link may lead to one of the lines.
  const [params] = useSearchParams()
  const [selectedId, setSelectedId] = useState<string | null>(params.get('line'))
  const [chosen, setChosen] = useState<Record<string, Candidate>>({})
  const [found, setFound] = useState<Record<string, Candidate>>({})
  const [open, setOpen] = useState<Open>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [lastSetAside, setLastSetAside] = useState<StatementLineResponse | null>(null)
  const cards = useRef(new Map<string, HTMLElement>())
  const wantsFocus = useRef(false)
  const look = useLinesLook()
  // Where lines are in rows without room beside them, none is unfolded until somebody asks for one.
  const [isUnfolded, setUnfolded] = useState(params.has('line'))

  const at = Math.max(
    0,
    lines.findIndex(({ id }) => id === selectedId),
  )
  const selected = lines[at]
  const candidatesOf = (line: StatementLineResponse): Candidate[] => {
    const extra = found[line.id]
    const others = line.suggestions.filter(({ request_id }) => request_id !== extra?.request_id)
    return extra ? [extra, ...others] : others
  }
  const chosenOf = (line: StatementLineResponse): Candidate | undefined => {
    const candidates = candidatesOf(line)
    const id = chosen[line.id]?.request_id
    return candidates.find(({ request_id }) => request_id === id) ?? candidates[0]
  }

  // After every action the keyboard goes on at the selected line, also when a dialog has closed.
  useEffect(() => {
    if (!wantsFocus.current || open !== null || asked !== null || !selected) return
    wantsFocus.current = false
    cards.current.get(selected.id)?.focus()
  })

  function select(line: StatementLineResponse | undefined) {
    if (!line) return
    wantsFocus.current = true
    setSelectedId(line.id)
    setUnfolded(true)
  }

  /** The line is dealt with: on to the next one. */
  function goOn(line: StatementLineResponse) {
    const index = lines.findIndex(({ id }) => id === line.id)
    select(lines[index + 1] ?? lines[index - 1])
    setOpen(null)
    setAsked(null)
    keep(line)
  }

  function done(line: StatementLineResponse, text: string, values: Record<string, unknown> = {}) {
    goOn(line)
    notify(`kontor.statements.${text}`, { type: 'success', messageArgs: values })
  }

  function wasSetAside(line: StatementLineResponse) {
    setLastSetAside(line)
    goOn(line)
    offerUndo(translate('kontor.statements.was_set_aside'), async () => {
      keep(await call(reopenStatementLine, { params: { line_id: line.id }, query: decisionOf(line) }))
      setLastSetAside(null)
    })
  }

  /** For ten seconds it can be taken back without a word. */
  function wasPosted(line: StatementLineResponse) {
    goOn(line)
    const account = translate(`kontor.posting_account.${line.posting?.account}`)
    offerUndo(translate('kontor.posting.done', { account }), async () => {
      const body = { reason: translate('kontor.posting.undo_reason') }
      keep(await call(unpostStatementLine, { params: { line_id: line.id }, query: decisionOf(line), body }))
    })
  }

  async function postAsSuggested(line: StatementLineResponse) {
    const { posting_suggestion: suggestion } = line
    if (!suggestion || busyId !== null) return
    setBusyId(line.id)
    await act(async () => {
      const { account, text, exchange_line_id } = suggestion
      const body = {
        account,
        ...(text !== null && { text }),
        ...(exchange_line_id !== null && { exchange_line_id }),
      }
      wasPosted(await call(postStatementLine, { params: { line_id: line.id }, body }))
    })
    setBusyId(null)
  }

  async function match(line: StatementLineResponse, candidate: Candidate, acceptsOverpayment = false) {
    const items = [{ request_id: candidate.request_id, amount: candidate.amount }]
    const body = { items, ...(acceptsOverpayment && { accept_overpayment: true }) }
    const matched = await call(matchStatementLine, { params: { line_id: line.id }, body })
    done(matched, 'matched', { number: candidate.number })
  }

  /** Matches at once if nothing is unusual, and otherwise asks. */
  async function confirm(line: StatementLineResponse, candidate: Candidate | undefined) {
    if (!mayProcess || line.status !== 'new' || busyId !== null || !candidate) return
    if (candidate.reasons.includes('other_currency')) {
      notify('kontor.suggestion_reason.other_currency', { type: 'warning' })
      return
    }
    setBusyId(line.id)
    try {
      const { amount } = candidate
      const rest = restOf(line, [amount])
      const deviations = [
        ...(await findDeviations(queryClient, line, [{ candidate, amount }])),
        ...(rest.isNothing ? [] : [{ code: 'rest_is_credit' as const, amount: rest.amount }]),
      ]
      if (deviations.length > 0) setAsked({ line, candidate, deviations, refusal: null })
      else await match(line, candidate)
    } catch (error) {
      const isOverpayment = error instanceof KontorError && error.code === 'overpayment'
      if (isOverpayment || approvalAskedFor(error))
        setAsked({ line, candidate, deviations: [], refusal: error })
      else {
        notify(errorText(error), { type: 'error' })
        void queryClient.invalidateQueries({ queryKey: ['statement-lines'] })
      }
    } finally {
      setBusyId(null)
    }
  }

  /** In the list of new lines, the line that was set aside last comes back and is selected. */
  async function reopen(setAside: StatementLineResponse | null) {
    if (!mayProcess || setAside === null) return
    const { id } = setAside
    await act(async () => {
      const params = { line_id: id }
      const line = await call(reopenStatementLine, { params, query: decisionOf(setAside) })
      setLastSetAside(null)
      done(line, 'reopened')
      if (selected?.id !== id) setSelectedId(id)
    })
  }

  function press(key: QueueKey) {
    if (key === 'help') return setOpen('help')
    if (look === 'below' && !isUnfolded) {
      // Nothing is done to a line that nobody sees.
      if (key === 'next' || key === 'previous') select(selected)
      return
    }
    if (key === 'next') {
      if (at >= lines.length - 2 && !isFetchingMore) more?.()
      return select(lines[at + 1])
    }
    if (key === 'previous') return select(lines[at - 1])
    if (key === 'reopen') return void reopen(selected?.status === 'set_aside' ? selected : lastSetAside)
    if (key === 'post') {
      if (mayPost && (selected?.status === 'new' || selected?.status === 'set_aside')) setOpen('post')
      return
    }
    if (!selected || !mayProcess || selected.status !== 'new') return
    if (typeof key === 'number') {
      const candidate = candidatesOf(selected)[key - 1]
      if (candidate) setChosen({ ...chosen, [selected.id]: candidate })
    } else if (key === 'confirm') void confirm(selected, chosenOf(selected))
    else if ((key !== 'split' && key !== 'advance') || selected.direction === 'incoming') setOpen(key)
  }
  usePageKeys(queueKeyOf, press, open === null && asked === null)

  function close() {
    wantsFocus.current = true
    setOpen(null)
    setAsked(null)
  }

  if (lines.length === 0) return <Card>{empty}</Card>
  const card = (line: StatementLineResponse) => (
    <LineCard
      key={line.id}
      line={line}
      best={chosenOf(line)}
      isSelected={line === selected}
      onSelect={() => {
        if (line !== selected) select(line)
      }}
      focusRef={(node) => {
        if (node) cards.current.set(line.id, node)
        else cards.current.delete(line.id)
      }}
    >
      {line.status === 'new' && (
        <CandidateList
          line={line}
          candidates={candidatesOf(line)}
          chosen={chosenOf(line)}
          onChoose={(candidate) => setChosen({ ...chosen, [line.id]: candidate })}
          onConfirm={mayProcess ? (candidate) => void confirm(line, candidate) : undefined}
          isBusy={busyId === line.id}
        />
      )}
      {(mayProcess || mayPost) && (
        <LineActions
          line={line}
          mayProcess={mayProcess}
          mayPost={mayPost}
          onOpen={setOpen}
          onReopen={() => void reopen(line)}
          onPost={() => void postAsSuggested(line)}
        />
      )}
    </LineCard>
  )
  const cardsOf = (shown: readonly StatementLineResponse[]) => (
    <Card
      component="ul"
      aria-label={translate('kontor.statements.lines')}
      sx={{ m: 0, p: 0, listStyle: 'none' }}
    >
      {shown.map(card)}
    </Card>
  )
  const next = (
    <>
      {more && <NextPage onSeen={more} isLoading={isFetchingMore} />}
      <MoreThanPrinted count={lines.length} hasMore={more !== undefined} />
      {foot && <Box sx={footLook}>{foot}</Box>}
    </>
  )
  return (
    <>
      {look !== 'cards' && selected ? (
        <LinesInRows
          isBeside={look === 'beside'}
          lines={lines}
          opened={look === 'beside' || isUnfolded ? selected : undefined}
          onSelect={(line) =>
            look === 'below' && isUnfolded && line === selected ? setUnfolded(false) : select(line)
          }
          bestOf={chosenOf}
          next={next}
          shown={shown}
          pane={cardsOf([selected])}
        />
      ) : (
        <>
          {cardsOf(lines)}
          {next}
        </>
      )}
      {open === 'help' && <LineKeysDialog onClose={close} />}
      {open === 'find' && selected && (
        <FindRequestDialog
          line={selected}
          onFound={(candidate) => {
            setFound({ ...found, [selected.id]: candidate })
            setChosen({ ...chosen, [selected.id]: candidate })
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'split' && selected && (
        <SplitDialog
          line={selected}
          first={chosenOf(selected)}
          onDone={(line) => done(line, 'split_done')}
          onClose={close}
        />
      )}
      {open === 'advance' && selected && (
        <AdvanceDialog line={selected} onDone={(line) => done(line, 'advance_done')} onClose={close} />
      )}
      {open === 'settle' && selected && <SettleDialog line={selected} onDone={goOn} onClose={close} />}
      {open === 'post' && selected && <PostingDialog line={selected} onDone={wasPosted} onClose={close} />}
      {open === 'unpost' && selected && (
        <ReasonDialog
          decision="unpost"
          line={selected}
          onDone={(line) => {
            goOn(line)
            notify('kontor.posting.reversed', { type: 'success' })
          }}
          onClose={close}
        />
      )}
      {open === 'set_aside' && selected && (
        <ReasonDialog decision="set_aside" line={selected} onDone={wasSetAside} onClose={close} />
      )}
      {asked && (
        <ConfirmMatchDialog
          asked={asked}
          onConfirm={(accepts) => match(asked.line, asked.candidate, accepts)}
          onClose={close}
        />
      )}
    </>
  )
}
