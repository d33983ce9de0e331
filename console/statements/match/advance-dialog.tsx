import { Alert, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate, ValidationError } from 'react-admin'
import { useController } from 'react-hook-form'
import { missing } from '../../../contract/api/faults.ts'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { matchStatementLine } from '../../../contract/operations/books/statements.ts'
import { listOrganizations } from '../../../contract/operations/organizations/organizations.ts'
import { call } from '../../api/client.ts'
import { fieldErrors } from '../../i18n/fault-text.ts'
import { QueryState } from '../../shared/answers/query-state.tsx'
import { OrganizationField } from '../../shared/fields/organization-field.tsx'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import type { Deviation } from './candidates.ts'
import { DeviationList } from './deviation-list.tsx'
import { findDeviations } from './find-deviations.ts'
import { LineSummary } from './line-summary.tsx'

interface Props {
  line: StatementLineResponse
  onDone: (line: StatementLineResponse) => void
  onClose: () => void
}

/** Keeps all that is open of a line as an advance of the client. The payer is found by the INN of the line. */
export function AdvanceDialog(props: Props) {
  const { inn } = props.line.payer
  const query = useQuery({
    queryKey: ['organizations', 'by-inn', inn],
    queryFn: async ({ signal }) => {
      if (inn === null) return null
      const { items } = await call(listOrganizations, { query: { q: inn, limit: 20 }, signal })
      return items.find((one) => one.inn === inn)?.id ?? null
    },
  })
  return <QueryState query={query}>{(found) => <AdvanceForm {...props} found={found} />}</QueryState>
}

function AdvanceForm({ line, found, onDone, onClose }: Props & { found: string | null }) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const amount = useFormatAmount()
  /** What the person has seen of this organization, and confirms by sending it again. */
  const [seen, setSeen] = useState<{ organizationId: string; deviations: Deviation[] } | null>(null)

  async function submit({ organization_id }: Record<string, unknown>) {
    const organizationId = String(organization_id)
    const part = { organizationId, amount: line.open_amount }
    const deviations = await findDeviations(queryClient, line, [part])
    if (deviations.length > 0 && seen?.organizationId !== organizationId) {
      setSeen({ organizationId, deviations })
      return
    }
    const items = [{ organization_id: organizationId, amount: line.open_amount }]
    onDone(await call(matchStatementLine, { params: { line_id: line.id }, body: { items } }))
  }

  return (
    <FormDialog
      title={translate('kontor.statements.advance_title')}
      submitLabel={translate(seen ? 'kontor.statements.match_anyway' : 'kontor.statements.advance')}
      defaultValues={{ organization_id: found }}
      validate={({ organization_id }) =>
        organization_id ? {} : fieldErrors([missing(['body', 'organization_id'])])
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <LineSummary line={line} />
      <Client />
      <Typography>
        {translate('kontor.statements.advance_help', { amount: amount(line.open_amount, line.currency) })}
      </Typography>
      {line.payer.inn !== null && found === null && (
        <Alert severity="info">
          {translate('kontor.statements.advance_unknown', { inn: line.payer.inn })}
        </Alert>
      )}
      {seen && (
        <Alert severity="warning">
          <DeviationList deviations={seen.deviations} currency={line.currency} />
        </Alert>
      )}
    </FormDialog>
  )
}

function Client() {
  const translate = useTranslate()
  const { field, fieldState } = useController({ name: 'organization_id' })
  const { message } = fieldState.error ?? {}
  return (
    <OrganizationField
      label={translate('kontor.requests.fields.organization')}
      value={field.value ?? null}
      onChange={field.onChange}
      error={message && <ValidationError error={message} />}
      autoFocus
    />
  )
}
