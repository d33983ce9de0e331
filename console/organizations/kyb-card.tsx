import { Button, Stack, Tooltip, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { updateOrganization } from '../../contract/operations/organizations.ts'
import {
  type KybStatus,
  nextKybStatuses,
  type OrganizationResponse,
  requisitesChanged,
} from '../../contract/organizations.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withoutEmpty } from '../shared/form-values.ts'
import { Section } from '../shared/section.tsx'
import { StatusChip } from '../shared/status-chip.tsx'
import { usePermission } from '../shared/use-permission.ts'
import { validateBody } from '../shared/validate-body.ts'

/** The KYB status of an organization and the possible decisions. */
export function KybCard({ organization }: { organization: OrganizationResponse }) {
  const translate = useTranslate()
  const mayDecide = usePermission('organizations:decide_kyb')
  const [chosen, setChosen] = useState<KybStatus | null>(null)
  const { kyb_status, kyb_reason } = organization
  return (
    <Section title={translate('kontor.kyb.title')}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip kind="kyb_status" status={kyb_status} size="medium" />
        <Typography color="textSecondary" sx={{ flex: 1, minWidth: 200 }}>
          {kyb_reason === requisitesChanged
            ? translate('kontor.kyb.requisites_changed')
            : (kyb_reason ?? translate('kontor.kyb.help'))}
        </Typography>
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
      {chosen && (
        <DecisionDialog organization={organization} status={chosen} onClose={() => setChosen(null)} />
      )}
    </Section>
  )
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
      title={`${translate(`kontor.kyb_action.${status}`)}: ${organization.short_name ?? organization.full_name}`}
      submitLabel={translate(`kontor.kyb_action.${status}`)}
      validate={validateBody(updateOrganization, (values) => ({
        ...withoutEmpty(values),
        kyb_status: status,
      }))}
      onSubmit={decide}
      onClose={onClose}
      color={status === 'rejected' || status === 'suspended' ? 'error' : 'primary'}
    >
      <TextInput
        source="kyb_reason"
        label={translate('kontor.kyb.reason')}
        helperText={translate('kontor.kyb.reason_help')}
        multiline
        autoFocus
      />
    </FormDialog>
  )
}
