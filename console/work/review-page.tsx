import PreviousIcon from '@mui/icons-material/ChevronLeft'
import NextIcon from '@mui/icons-material/ChevronRight'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import { Button, Card, Stack, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import type { DocumentKind } from '../../contract/organizations/documents.ts'
import { usePrefetchDocument } from '../documents/document-file.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { KeysDialog } from '../shared/pages/keys-dialog.tsx'
import { Page } from '../shared/pages/page.tsx'
import { StepButton } from '../shared/pages/step-button.tsx'
import { usePageKeys } from '../shared/pages/use-page-keys.ts'
import { readFilter } from './queue-filter.ts'
import { type ReviewKey, reviewKeyOf, reviewKeys } from './review-keys.ts'
import { ReviewedDocument } from './reviewed-document.tsx'
import { useReviewQueue } from './use-review-queue.ts'

type Outcome = 'approved' | 'rejected'

/** Documents that wait for a review, one after the other. */
export default function ReviewPage() {
  const translate = useTranslate()
  const [params] = useSearchParams()
  const queue = useReviewQueue(readFilter('documents', params), params.get('first'))
  const { items, at, isComplete, go } = queue
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({})
  const [isHelpOpen, setHelpOpen] = useState(false)
  const item = at === null ? undefined : items[at]
  const prefetch = usePrefetchDocument()
  const following = at === null ? undefined : items[at + 1]
  useEffect(() => {
    if (following) prefetch({ organization_id: following.organization_id, kind: following.detail })
  }, [following, prefetch])
  const isAtEnd = at !== null && item === undefined && isComplete

  function press(key: ReviewKey) {
    if (key === 'help') setHelpOpen(true)
    else if (at !== null && key === 'next' && item) go(at + 1)
    else if (at !== null && key === 'previous') go(at - 1)
  }
  usePageKeys((pressed) => pageKeyOf(reviewKeyOf(pressed)), press, !isHelpOpen)

  const place = translate('kontor.work.place', {
    at: Math.min((at ?? 0) + 1, items.length),
    total: `${items.length}${isComplete ? '' : '+'}`,
  })
  return (
    <Page
      title={translate('kontor.work.review_title')}
      actions={
        <>
          <Button component={Link} to="/work/documents">
            {translate('kontor.work.back_to_list')}
          </Button>
          <StepButton label={translate('kontor.work.previous')} isOff={!at} onClick={() => press('previous')}>
            <PreviousIcon />
          </StepButton>
          <Typography component="span" sx={{ alignSelf: 'center' }} color="textSecondary">
            {item ? place : ''}
          </Typography>
          <StepButton label={translate('kontor.work.skip')} isOff={!item} onClick={() => press('next')}>
            <NextIcon />
          </StepButton>
          <StepButton label={translate('kontor.statements.keys')} onClick={() => setHelpOpen(true)}>
            <KeyboardIcon />
          </StepButton>
        </>
      }
    >
      {item && at !== null ? (
        <ReviewedDocument
          key={item.id}
          organization_id={item.organization_id ?? ''}
          kind={item.detail as DocumentKind}
          isOverdue={item.overdue}
          mayListen={!isHelpOpen}
          onDecided={(outcome) => {
            setOutcomes((known) => ({ ...known, [item.id]: outcome }))
            go(at + 1)
          }}
          onNext={() => go(at + 1)}
        />
      ) : isAtEnd ? (
        <Summary
          outcomes={Object.values(outcomes)}
          skipped={items.filter(({ id }) => outcomes[id] === undefined).length}
          onRestart={() => {
            setOutcomes({})
            void queue.restart()
          }}
        />
      ) : (
        <QueryState query={{ ...queue.query, data: undefined } as never}>{() => null}</QueryState>
      )}
      {isHelpOpen && (
        <KeysDialog
          keys={reviewKeys.map(({ pressed, does }) => ({
            pressed,
            text: translate(`kontor.review_key.${does}`),
          }))}
          onClose={() => setHelpOpen(false)}
        />
      )}
    </Page>
  )
}

/** What the page itself does; decisions belong to the document that is shown. */
function pageKeyOf(key: ReviewKey | undefined): ReviewKey | undefined {
  return key === 'approve' || key === 'reject' ? undefined : key
}

/** What was done, once nothing is left. */
function Summary({
  outcomes,
  skipped,
  onRestart,
}: {
  outcomes: readonly Outcome[]
  skipped: number
  onRestart: () => void
}) {
  const translate = useTranslate()
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length
  const help = [
    translate('kontor.work.summary_approved', { count: count('approved') }),
    translate('kontor.work.summary_rejected', { count: count('rejected') }),
    ...(skipped > 0 ? [translate('kontor.work.summary_skipped', { count: skipped })] : []),
  ]
  const isNothing = outcomes.length === 0 && skipped === 0
  return (
    <Card role="status">
      <EmptyState
        title={translate(isNothing ? 'kontor.work.empty' : 'kontor.work.summary')}
        help={isNothing ? translate('kontor.queue_help.documents') : help.join(' · ')}
      >
        <Stack direction="row" sx={{ gap: 1, justifyContent: 'center', flexWrap: 'wrap' }}>
          <Button component={Link} to="/work" variant="contained" autoFocus>
            {translate('kontor.work.back')}
          </Button>
          <Button onClick={onRestart}>{translate('kontor.work.look_again')}</Button>
        </Stack>
      </EmptyState>
    </Card>
  )
}
