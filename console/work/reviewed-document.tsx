import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { DocumentResponse } from '../../contract/documents.ts'
import { listDocuments, listDocumentVersions } from '../../contract/operations/documents.ts'
import { readOrganization } from '../../contract/operations/organizations.ts'
import type { WorkItem } from '../../contract/work.ts'
import { call } from '../api/client.ts'
import { DocumentFacts } from '../documents/document-facts.tsx'
import { Preview } from '../documents/preview.tsx'
import { ReviewRefusal } from '../documents/review-refusal.tsx'
import { useReview } from '../documents/use-review.ts'
import { Requisites } from '../organizations/requisites.tsx'
import { useDoerName } from '../shared/administrator-names.ts'
import { QueryState } from '../shared/query-state.tsx'
import { Section } from '../shared/section.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Time } from '../shared/time.tsx'
import { useFocusAtTop } from '../shared/use-focus-at-top.ts'
import { usePageKeys } from '../shared/use-page-keys.ts'
import { usePermission } from '../shared/use-permission.ts'
import { Key } from './key.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { reviewKeyOf } from './review-keys.ts'

interface Props {
  item: WorkItem
  mayListen: boolean
  onDecided: (outcome: 'approved' | 'rejected') => void
  onNext: () => void
}

/** A document of the queue beside the requisites of its organization, and the decision. */
export function ReviewedDocument({ item, ...props }: Props) {
  const translate = useTranslate()
  const organizationId = item.organization_id ?? ''
  const documents = useQuery({
    queryKey: ['documents', organizationId],
    queryFn: ({ signal }) => call(listDocuments, { params: { organization_id: organizationId }, signal }),
    refetchOnMount: 'always',
  })
  const current = documents.data?.find(({ kind }) => kind === item.detail)
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
          {translate(`kontor.document_kind.${item.detail}`)}
        </Typography>
        <Link to={`/organizations/${organizationId}/show`}>{item.organization_name}</Link>
        {item.overdue && (
          <Typography component="span" color="error">
            {translate('kontor.work.overdue')}
          </Typography>
        )}
      </Stack>
      {/* What was known before this document was opened may be out of date. */}
      {current && documents.isFetchedAfterMount ? (
        <Decided key={asked} document={current} {...props} onShowNew={() => setAsked(asked + 1)} />
      ) : (
        <QueryState query={{ ...documents, data: undefined } as never}>{() => null}</QueryState>
      )}
    </>
  )
}

function Decided({
  document,
  mayListen,
  onDecided,
  onNext,
  onShowNew,
}: Omit<Props, 'item'> & { document: DocumentResponse; onShowNew: () => void }) {
  const translate = useTranslate()
  const mayReview = usePermission('documents:review')
  const review = useReview()
  // The decision applies to the version that was opened, even if it is replaced in the meantime.
  const [looked] = useState(document)
  const [isBusy, setBusy] = useState(false)
  const [isRejecting, setRejecting] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isReplaced = document.version !== looked.version
  const isWaiting = looked.status === 'pending' && document.status === 'pending' && !isReplaced
  const mayDecide = mayReview && isWaiting && !isBusy

  async function approve() {
    setBusy(true)
    setFailure(null)
    try {
      await review(looked, { decision: 'approved' })
      onDecided('approved')
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  usePageKeys(
    (pressed) => {
      const key = reviewKeyOf(pressed)
      return key === 'approve' || key === 'reject' ? key : undefined
    },
    (key) => {
      if (!mayDecide) return
      if (key === 'approve') void approve()
      else setRejecting(true)
    },
    mayListen && !isRejecting,
  )

  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      {/* Stays in view while the requisites are compared with it. */}
      <Box sx={{ position: { md: 'sticky' }, top: 64, alignSelf: 'start', minWidth: 0 }}>
        <Preview url={looked.download_url} contentType={looked.file.content_type} name={looked.file.name} />
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
                  onClick={() => void approve()}
                  aria-keyshortcuts="a"
                  endIcon={<Key>A</Key>}
                >
                  {translate('kontor.documents.approve')}
                </Button>
                <Button
                  variant="outlined"
                  color="error"
                  disabled={!mayDecide}
                  onClick={() => setRejecting(true)}
                  aria-keyshortcuts="r"
                  endIcon={<Key>R</Key>}
                >
                  {translate('kontor.documents.reject')}
                </Button>
                <Button onClick={onNext} aria-keyshortcuts="j" endIcon={<Key>→</Key>}>
                  {translate(isWaiting ? 'kontor.work.skip_short' : 'kontor.work.go_on')}
                </Button>
              </Stack>
            ) : (
              <Typography variant="body2" color="textSecondary">
                {translate('kontor.documents.reviewer_only')}
              </Typography>
            )}
          </Stack>
        </Section>
        <Section title={translate('kontor.work.document')}>
          <DocumentFacts document={looked} />
          <History document={looked} />
        </Section>
        <OrganizationRequisites id={looked.organization_id} />
      </Box>
      {isRejecting && (
        <RejectDialog
          document={looked}
          onDone={() => {
            setRejecting(false)
            onDecided('rejected')
          }}
          onClose={() => setRejecting(false)}
        />
      )}
    </Box>
  )
}

/** A colleague was faster. */
function AlreadyDecided({ document }: { document: DocumentResponse }) {
  const translate = useTranslate()
  const nameOf = useActorName()
  const { decision, status } = document
  return (
    <Alert severity="info">
      {translate('kontor.work.already', { status: translate(`kontor.document_status.${status}`) })}
      {decision && (
        <>
          {' '}
          {nameOf(decision.decided_by)} · <Time at={decision.decided_at} />
        </>
      )}
    </Alert>
  )
}

/** Who uploaded each version, and who decided what about it; the newest first. */
function History({ document }: { document: DocumentResponse }) {
  const translate = useTranslate()
  const nameOf = useActorName()
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
            {translate('kontor.work.uploaded', { version, name: nameOf(uploaded_by) })} ·{' '}
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
                {nameOf(decision.decided_by)} · <Time at={decision.decided_at} />
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

function OrganizationRequisites({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['organizations', 'getOne', id],
    queryFn: ({ signal }) => call(readOrganization, { params: { organization_id: id }, signal }),
  })
  return (
    <QueryState query={query}>
      {(organization) => (
        // Half as wide as on the page of the organization.
        <Box sx={{ '& dl': { gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } }}>
          <Requisites organization={organization} />
        </Box>
      )}
    </QueryState>
  )
}
