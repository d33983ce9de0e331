import { Button, Dialog, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ListBase, useGetIdentity, useNotify, useTranslate } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import { readOrganization } from '../../contract/operations/organizations.ts'
import { grantSecretApproval, refuseSecretApproval } from '../../contract/operations/wallets.ts'
import type { SecretApprovalResponse } from '../../contract/secret-approvals.ts'
import { call } from '../api/client.ts'
import { EmptyState } from '../shared/empty-state.tsx'
import { useErrorText } from '../shared/error-text.ts'
import { Page } from '../shared/page.tsx'
import { ProofForm } from '../shared/proof-form.tsx'
import { AboveRow, type Column, RecordTable } from '../shared/record-table.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { Ago } from '../shared/time.tsx'

type Decision = { approval: SecretApprovalResponse; what: 'grant' | 'refuse' }
const operations = { grant: grantSecretApproval, refuse: refuseSecretApproval }
const outcomes = { grant: 'kontor.approvals.granted', refuse: 'kontor.approvals.refused' }

/** Requests to read secrets, if a second administrator is required. */
export default function ApprovalList() {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [unproven, setUnproven] = useState<Decision | null>(null)

  async function decide(decision: Decision) {
    setUnproven(null)
    try {
      await call(operations[decision.what], { params: { approval_id: decision.approval.id } })
      notify(outcomes[decision.what], { type: 'success' })
    } catch (error) {
      if (error instanceof KontorError && error.code === 'reauthentication_required') setUnproven(decision)
      else notify(errorText(error), { type: 'error' })
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['secret-approvals'] })
    }
  }

  const columns = useColumns(decide)
  return (
    <ListBase
      resource="secret-approvals"
      perPage={25}
      storeKey={false}
      queryOptions={{ refetchInterval: 10_000 }}
    >
      <Page title={translate('kontor.approvals.title')}>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {translate('kontor.approvals.help')}
        </Typography>
        <RecordTable
          label={translate('kontor.approvals.title')}
          columns={columns}
          empty={
            <EmptyState
              title={translate('kontor.approvals.empty_title')}
              help={translate('kontor.approvals.empty_help')}
            />
          }
        />
      </Page>
      {unproven && (
        <Dialog open onClose={() => setUnproven(null)} fullWidth maxWidth="xs" aria-labelledby="proof-title">
          <DialogTitle id="proof-title">{translate('kontor.proof.title')}</DialogTitle>
          <DialogContent>
            <ProofForm onProven={() => decide(unproven)} onCancel={() => setUnproven(null)} />
          </DialogContent>
        </Dialog>
      )}
    </ListBase>
  )
}

function useColumns(onDecide: (decision: Decision) => void): Column<SecretApprovalResponse>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.approvals.columns.${name}`)
  return [
    {
      key: 'organization',
      label: label('organization'),
      render: (approval) => <OrganizationName id={approval.organization_id} />,
    },
    { key: 'by', label: label('by'), render: (approval) => approval.requested_by.name },
    { key: 'at', label: label('at'), render: (approval) => <Ago at={approval.requested_at} /> },
    {
      key: 'status',
      label: label('status'),
      render: (approval) => <StatusChip kind="approval_status" status={approval.status} />,
    },
    { key: 'decided', label: label('decided'), render: (approval) => approval.decided_by?.name ?? '' },
    {
      key: 'actions',
      label: translate('kontor.administrators.actions'),
      align: 'right',
      render: (approval) => <Decide approval={approval} onDecide={onDecide} />,
    },
  ]
}

function Decide({
  approval,
  onDecide,
}: {
  approval: SecretApprovalResponse
  onDecide: (decision: Decision) => void
}) {
  const translate = useTranslate()
  const { identity } = useGetIdentity()
  if (approval.status !== 'pending') return null
  if (approval.requested_by.id === identity?.id) {
    return (
      <Typography component="span" variant="body2" color="textSecondary">
        {translate('kontor.approvals.own')}
      </Typography>
    )
  }
  return (
    <AboveRow>
      <Button size="small" variant="outlined" onClick={() => onDecide({ approval, what: 'grant' })}>
        {translate('kontor.approvals.grant')}
      </Button>
      <Button size="small" color="error" onClick={() => onDecide({ approval, what: 'refuse' })}>
        {translate('kontor.approvals.refuse')}
      </Button>
    </AboveRow>
  )
}

function OrganizationName({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['organizations', 'getOne', id],
    queryFn: ({ signal }) => call(readOrganization, { params: { organization_id: id }, signal }),
  })
  return <b>{data ? (data.short_name ?? data.full_name) : '…'}</b>
}
