import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { listDocumentVersions } from '../../contract/operations/organizations/documents.ts'
import type { DocumentKind, DocumentResponse } from '../../contract/organizations/documents.ts'
import type { OrganizationResponse } from '../../contract/organizations/organizations.ts'
import { call } from '../api/client.ts'
import { Compared } from '../documents/compared.tsx'
import { DocumentFacts } from '../documents/document-facts.tsx'
import { documentsOf, organizationOf } from '../documents/document-file.ts'
import type { Found, PageText } from '../documents/pdf/page-text.ts'
import type { Shown } from '../documents/pdf/shown.ts'
import { Preview } from '../documents/preview.tsx'
import { ReviewRefusal } from '../documents/review-refusal.tsx'
import { useReview } from '../documents/use-review.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { nameOf } from '../shared/names/organization-names.ts'
import { InPane } from '../shared/pages/in-pane.ts'
import { Section } from '../shared/pages/section.tsx'
import { useFocusAtTop } from '../shared/pages/use-focus-at-top.ts'
import { usePageKeys } from '../shared/pages/use-page-keys.ts'
import { Time } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { ApproveUnseenDialog } from './approve-unseen-dialog.tsx'
import { Key } from './key.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { reviewKeyOf } from './review-keys.ts'

interface Queued {
  mayListen?: boolean
  onDecided?: (outcome: 'approved' | 'rejected') => void
  /** Absent beside a list, where its keys go on. */
  onNext?: () => void
}

interface Props extends Queued {
  organization_id: string
  kind: DocumentKind
  isOverdue?: boolean
}

/** What was loaded ahead is shown at once; whether it is still so is asked all the same. */
const knownForMs = 30_000

/** A document beside the requisites of its organization, and the decision: the one page for it, wherever it is opened. */
export function ReviewedDocument({
  organization_id: organizationId,
  kind,
  isOverdue = false,
  ...props
}: Props) {
  const translate = useTranslate()
  const documents = useQuery({ ...documentsOf(organizationId), refetchOnMount: 'always' })
  const organization = useQuery(organizationOf(organizationId))
  const current = documents.data?.find((one) => one.kind === kind)
  const [openedAt] = useState(() => Date.now())
  const isKnown = documents.isFetchedAfterMount || openedAt - documents.dataUpdatedAt < knownForMs
  const [asked, setAsked] = useState(0)
  const top = useFocusAtTop()
  return (
    <>
      <Stack
        ref={top}
        tabIndex={-1}
        direction="row"
        sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'baseline', mb: 2, outline: 'none' }}
      >
        <Typography variant="h6" component="h2">
          {translate(`kontor.document_kind.${kind}`)}
        </Typography>
        {organization.data && (
          <Link to={`/organizations/${organizationId}/show`}>{nameOf(organization.data)}</Link>
        )}
        {isOverdue && (
          <Typography component="span" color="error">
            {translate('kontor.work.overdue')}
          </Typography>
        )}
      </Stack>
      {/* What was known before this document was opened may be out of date. */}
      {current && isKnown ? (
        <Decided
          key={asked}
          document={current}
          organization={organization.data}
          {...props}
          onShowNew={() => setAsked(asked + 1)}
        />
      ) : documents.data && documents.isFetchedAfterMount ? (
        <EmptyState title={translate('kontor.errors.document_not_found')} />
      ) : (
        <QueryState query={{ ...documents, data: undefined } as never}>{() => null}</QueryState>
      )}
    </>
  )
}

function Decided({
  document,
  organization,
  mayListen = true,
  onDecided,
  onNext,
  onShowNew,
}: Queued & {
  document: DocumentResponse
  organization: OrganizationResponse | undefined
  onShowNew: () => void
}) {
  const translate = useTranslate()
  const mayReview = usePermission('documents:review')
  const review = useReview()
  // The decision applies to the version that was opened, even if it is replaced in the meantime.
  const [looked] = useState(document)
  const [isBusy, setBusy] = useState(false)
  const [open, setOpen] = useState<'reject' | 'unseen' | null>(null)
  const [shown, setShown] = useState<Shown>('loading')
  const [texts, setTexts] = useState<ReadonlyMap<number, PageText>>(new Map())
  const [target, setTarget] = useState<Found | null>(null)
  const isNarrow = use(InPane)
  const [failure, setFailure] = useState<unknown>(null)
  const isReplaced = document.version !== looked.version
  const isWaiting = looked.status === 'pending' && document.status === 'pending' && !isReplaced
  const mayDecide = mayReview && isWaiting && !isBusy

  async function approve() {
    setOpen(null)
    setBusy(true)
    setFailure(null)
    try {
      await review(looked, { decision: 'approved' })
      onDecided?.('approved')
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  /** One key approves what was to be seen, and nothing else. */
  const approveSeen = () => (shown === 'shown' ? void approve() : setOpen('unseen'))
  usePageKeys(
    (pressed) => {
      const key = reviewKeyOf(pressed)
      return key === 'approve' || key === 'reject' ? key : undefined
    },
    (key) => {
      if (!mayDecide) return
      if (key === 'approve') approveSeen()
      else setOpen('reject')
    },
    mayListen && open === null,
  )

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: `minmax(0, ${isNarrow ? 5 : 3}fr) minmax(${isNarrow ? 240 : 0}px, 2fr)`,
        },
      }}
    >
      {/* Stays in view while the requisites are compared with it. */}
      <Box sx={{ position: { md: 'sticky' }, top: isNarrow ? 0 : 64, alignSelf: 'start', minWidth: 0 }}>
        <Preview
          document={looked}
          height={{ height: { xs: 320, md: isNarrow ? 'calc(100vh - 200px)' : 'calc(100vh - 230px)' } }}
          target={target}
          onShown={setShown}
          onText={setTexts}
        />
      </Box>
      <Box>
        <Section title={translate('kontor.work.decision')}>
          <Stack sx={{ gap: 1.5 }}>
            {isReplaced ? (
              <Alert
                severity="warning"
                action={<Button onClick={onShowNew}>{translate('kontor.work.show_new')}</Button>}
              >
                {translate('kontor.documents.replaced')}
              </Alert>
            ) : (
              !isWaiting && !isBusy && <AlreadyDecided document={document} />
            )}
            {failure !== null && <ReviewRefusal error={failure} />}
            {mayReview ? (
              <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
                <Button
                  variant="contained"
                  color="success"
                  disabled={!mayDecide}
                  onClick={approveSeen}
                  aria-keyshortcuts="a"
                  endIcon={<Key>A</Key>}
                >
                  {translate('kontor.documents.approve')}
                </Button>
                <Button
                  variant="outlined"
                  color="error"
                  disabled={!mayDecide}
                  onClick={() => setOpen('reject')}
                  aria-keyshortcuts="r"
                  endIcon={<Key>R</Key>}
                >
                  {translate('kontor.documents.reject')}
                </Button>
                {onNext && (
                  <Button onClick={onNext} aria-keyshortcuts="j" endIcon={<Key>→</Key>}>
                    {translate(isWaiting ? 'kontor.work.skip_short' : 'kontor.work.go_on')}
                  </Button>
                )}
              </Stack>
            ) : (
              <Typography variant="body2" color="textSecondary">
                {translate('kontor.documents.reviewer_only')}
              </Typography>
            )}
          </Stack>
        </Section>
        {organization && (
          <Compared organization={organization} kind={looked.kind} texts={texts} onShow={setTarget} />
        )}
        <Section title={translate('kontor.work.document')}>
          <DocumentFacts document={looked} />
          {looked.download_url && (
            <Button component="a" href={looked.download_url} download={looked.file.name}>
              {translate('kontor.documents.download')}
            </Button>
          )}
          <History document={looked} />
        </Section>
      </Box>
      {open === 'unseen' && shown !== 'shown' && (
        <ApproveUnseenDialog shown={shown} onApprove={() => void approve()} onClose={() => setOpen(null)} />
      )}
      {open === 'reject' && (
        <RejectDialog
          document={looked}
          onDone={() => {
            setOpen(null)
            onDecided?.('rejected')
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Box>
  )
}

/** A colleague was faster. */
function AlreadyDecided({ document }: { document: DocumentResponse }) {
  const translate = useTranslate()
  const actorName = useActorName()
  const { decision, status } = document
  return (
    <Alert severity="info">
      {translate('kontor.work.already', { status: translate(`kontor.document_status.${status}`) })}
      {decision && (
        <>
          {' '}
          {actorName(decision.decided_by)} · <Time at={decision.decided_at} />
        </>
      )}
    </Alert>
  )
}

/** Who uploaded each version, and who decided what about it; the newest first. */
function History({ document }: { document: DocumentResponse }) {
  const translate = useTranslate()
  const actorName = useActorName()
  const { organization_id, kind } = document
  const { data } = useQuery({
    queryKey: ['documents', organization_id, kind, 'versions'],
    queryFn: ({ signal }) => call(listDocumentVersions, { params: { organization_id, kind }, signal }),
  })
  return (
    <Box component="ul" sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none' }}>
      {(data ?? []).toReversed().map(({ version, uploaded_by, uploaded_at, decisions }) => (
        <Box component="li" key={version} sx={{ py: 0.5 }}>
          <Typography variant="body2">
            {translate('kontor.work.uploaded', { version, name: actorName(uploaded_by) })} ·{' '}
            <Time at={uploaded_at} />
          </Typography>
          {decisions.toReversed().map((decision) => (
            <Stack
              key={decision.decided_at}
              direction="row"
              sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mt: 0.5 }}
            >
              <StatusChip kind="document_status" status={decision.status} />
              <Typography variant="body2" color="textSecondary">
                {actorName(decision.decided_by)} · <Time at={decision.decided_at} />
                {decision.reason_code && ` · ${translate(`kontor.rejection_reason.${decision.reason_code}`)}`}
                {decision.comment && ` · ${decision.comment}`}
              </Typography>
            </Stack>
          ))}
        </Box>
      ))}
    </Box>
  )
}

/** Documents name people by id; an API key or a command keeps the text that is stored. */
function useActorName(): (by: string) => string {
  const doerName = useDoerName()
  return (by) => doerName({ kind: 'administrator', id: by, name: by })
}
