import { Alert, Box, Button, Stack, Tooltip, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import type { KontorError } from '../../client/src/errors.ts'
import { updateOrganization } from '../../contract/operations/organizations/organizations.ts'
import {
  type KybStatus,
  nextKybStatuses,
  type OrganizationResponse,
  requisitesChanged,
} from '../../contract/organizations/organizations.ts'
import { sanctionsReason } from '../../contract/organizations/screening.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { BlockedNotice } from '../shared/answers/blockers.tsx'
import { ChangedBy } from '../shared/forms/changed-by.tsx'
import type { OtherChange } from '../shared/forms/conflict.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { oneLine, withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { nameOf } from '../shared/names/organization-names.ts'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'
import { useFieldLabel } from './conflict-texts.ts'
import { KybChecklist, useKybChecklist } from './kyb-checklist.tsx'

/** The KYB status of an organization and the possible decisions. */
export function KybCard({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const mayDecide = usePermission('organizations:decide_kyb')
  const [chosen, setChosen] = useState<KybStatus | null>(null)
  const { kyb_status, kyb_warnings } = organization
  return (
    <Section title={translate('kontor.kyb.title')}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip kind="kyb_status" status={kyb_status} size="medium" />
        <Box sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>
          {reasonText(organization, translate)}
          <DecidedBy organization={organization} />
        </Box>
        <Tooltip title={mayDecide ? '' : translate('kontor.kyb.not_allowed')}>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            {nextKybStatuses(kyb_status).map((status) => (
              <Button
                key={status}
                variant="outlined"
                disabled={!mayDecide}
                color={status === 'rejected' || status === 'suspended' ? 'error' : 'primary'}
                onClick={() => setChosen(status)}
              >
                {translate(`kontor.kyb_action.${status}`)}
              </Button>
            ))}
          </Stack>
        </Tooltip>
      </Stack>
      {kyb_warnings.map((warning) => (
        <Alert key={warning} severity="warning" sx={{ mt: 2 }}>
          {translate('kontor.kyb.decided_with', { warning: translate(`kontor.kyb_warning.${warning}`) })}
        </Alert>
      ))}
      {wantsChecklist.includes(kyb_status) && <KybChecklist organization={organization} />}
      {chosen && (
        <DecisionDialog organization={organization} status={chosen} onClose={() => setChosen(null)} />
      )}
    </Section>
  )
}

/** Who decided last, and when. */
function DecidedBy({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const doerName = useDoerName()
  const { data } = useKybChecklist(organization)
  if (!data?.decision) return null
  const { by, at } = data.decision
  return (
    <Typography variant="body2">
      {translate('kontor.kyb.decided_by', { name: doerName(by) })} · <Ago at={at} />
    </Typography>
  )
}

function explain(error: KontorError) {
  if (error.code === 'approval_blocked') return <BlockedNotice error={error} />
  if (error.code === 'version_conflict') return <ChangedMeanwhile error={error} />
  return undefined
}

/** The page already shows the new state: deciding once more is a new decision. */
function ChangedMeanwhile({ error }: { error: KontorError }) {
  const label = useFieldLabel()
  return <ChangedBy changes={(error.context.changes ?? []) as OtherChange[]} label={label} />
}

/** An approved organization needs none, and a rejected one begins again. */
const wantsChecklist: readonly KybStatus[] = ['new', 'in_review', 'suspended']

/** Why it was decided; before that, what is to be decided. */
function reasonText(
  { kyb_status, kyb_reason: reason }: OrganizationResponse,
  translate: (key: string) => string,
): string | null {
  if (reason === requisitesChanged) return translate('kontor.kyb.requisites_changed')
  if (reason === sanctionsReason) return translate('kontor.kyb.sanctions')
  const isOpen = kyb_status === 'new' || kyb_status === 'in_review'
  return reason ?? (isOpen ? translate('kontor.kyb.help') : null)
}

function DecisionDialog({
  organization,
  status,
  onClose,
}: {
  organization: OrganizationResponse
  status: KybStatus
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  async function decide(values: Record<string, unknown>) {
    const body = { ...withoutEmpty(values), kyb_status: status, version: organization.version }
    await call(updateOrganization, { params: { organization_id: organization.id }, body })
    notify('kontor.kyb.decided', { type: 'success' })
    await queryClient.invalidateQueries({ queryKey: ['organizations'] })
    onClose()
  }
  return (
    <FormDialog
      title={`${translate(`kontor.kyb_action.${status}`)}: ${nameOf(organization)}`}
      submitLabel={translate(`kontor.kyb_action.${status}`)}
      validate={validateBody(updateOrganization, (values) => ({
        ...withoutEmpty(values),
        kyb_status: status,
      }))}
      onSubmit={decide}
      explain={explain}
      onClose={onClose}
      color={status === 'rejected' || status === 'suspended' ? 'error' : 'primary'}
    >
      <TextInput
        source="kyb_reason"
        label={translate('kontor.kyb.reason')}
        helperText={translate('kontor.kyb.reason_help')}
        multiline
        parse={oneLine}
        autoFocus
      />
    </FormDialog>
  )
}
