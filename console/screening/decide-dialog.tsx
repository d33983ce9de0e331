import { Alert, Chip, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { TextInput, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { KontorError } from '../../client/src/errors.ts'
import { readOrganization } from '../../contract/operations/organizations/organizations.ts'
import { decideScreeningHit } from '../../contract/operations/organizations/screening.ts'
import type {
  DecideScreeningHitBody,
  ScreeningHitDetailsResponse,
} from '../../contract/organizations/screening.ts'
import { call } from '../api/client.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { oneLine, withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'

export type Decision = 'dismiss' | 'confirm' | 'continue' | 'close' | 'reopen'

const statuses = {
  dismiss: 'dismissed',
  confirm: 'confirmed',
  continue: 'continue',
  close: 'closed',
  reopen: 'open',
} as const satisfies Record<Decision, DecideScreeningHitBody['status']>

/** Decides a hit, with a reason. */
export function DecideDialog({
  hit,
  decision,
  onDone,
  onClose,
}: {
  hit: ScreeningHitDetailsResponse
  decision: Decision
  onDone: (decided: ScreeningHitDetailsResponse) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const status = statuses[decision]
  const toBody = (values: Record<string, unknown>) => ({ ...withoutEmpty(values), status })
  return (
    <FormDialog
      title={`${translate(`kontor.screening.${decision}`)}: ${hit.subject.name}`}
      submitLabel={translate(`kontor.screening.${decision}`)}
      validate={validateBody(decideScreeningHit, toBody)}
      onSubmit={async (values) =>
        onDone(
          await call(decideScreeningHit, {
            params: { hit_id: hit.id },
            body: toBody(values),
            // Somebody else may have decided it, or one side may have changed.
            headers: { 'if-match': `"${hit.version}"` },
          }),
        )
      }
      explain={changedMeanwhile}
      onClose={onClose}
      color={decision === 'confirm' ? 'error' : 'primary'}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {translate(`kontor.screening.${decision}_help`, {
          name: hit.subject.name,
          entry: hit.entry.name || hit.entry.id,
          list: hit.list,
        })}
      </Typography>
      {decision === 'confirm' && <Consequence hit={hit} />}
      {decision === 'dismiss' && <QuickReasons hit={hit} />}
      <TextInput
        source="reason"
        label={translate('kontor.screening.reason')}
        helperText={translate('kontor.screening.reason_help')}
        required={decision !== 'reopen'}
        autoFocus
        multiline
        parse={oneLine}
      />
    </FormDialog>
  )
}

function changedMeanwhile(error: KontorError) {
  return error.code === 'version_conflict' ? <Changed /> : undefined
}

function Changed() {
  const translate = useTranslate()
  return <Alert severity="warning">{translate('kontor.screening.changed_meanwhile')}</Alert>
}

/** What a confirmation does to the organization. */
function Consequence({ hit }: { hit: ScreeningHitDetailsResponse }) {
  const translate = useTranslate()
  const { data } = useQuery({
    queryKey: ['organizations', 'getOne', hit.organization_id],
    queryFn: ({ signal }) =>
      call(readOrganization, { params: { organization_id: hit.organization_id }, signal }),
  })
  const isExposed = hit.kind === 'pep'
  const suspends = hit.above_threshold && !isExposed && data?.kyb_status === 'approved'
  const blocks = isExposed ? 'confirm_pep' : suspends ? 'confirm_suspends' : 'confirm_blocks'
  const text = hit.above_threshold ? blocks : 'confirm_weak'
  return (
    <Alert severity={suspends ? 'error' : 'warning'}>
      {translate(`kontor.screening.${text}`, { organization: hit.organization_name })}
    </Alert>
  )
}

const reasons = {
  Person: ['other_birth_date', 'other_person', 'other_country', 'common_name'],
  Company: ['other_company', 'other_numbers', 'other_country', 'common_name'],
  address: ['other_address'],
} as const

/** Usual reasons, to begin with: each adds its sentence, which can be changed. */
function QuickReasons({ hit }: { hit: ScreeningHitDetailsResponse }) {
  const translate = useTranslate()
  const labelId = useId()
  const { getValues, setValue, setFocus } = useFormContext()
  const offered =
    hit.subject.kind === 'address'
      ? reasons.address
      : reasons[hit.subject_details.schema === 'Person' ? 'Person' : 'Company']
  function add(text: string) {
    const typed = String(getValues('reason') ?? '').trim()
    if (!typed.includes(text))
      setValue('reason', typed ? `${typed} ${text}` : text, { shouldDirty: true, shouldValidate: true })
    setFocus('reason')
  }
  return (
    <div>
      <Typography id={labelId} variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {translate('kontor.screening.quick_reasons')}
      </Typography>
      <Stack direction="row" role="group" aria-labelledby={labelId} sx={{ gap: 1, flexWrap: 'wrap' }}>
        {offered.map((name) => (
          <Chip
            key={name}
            label={translate(`kontor.quick_reason.${name}.label`)}
            onClick={() => add(translate(`kontor.quick_reason.${name}.text`))}
          />
        ))}
      </Stack>
    </div>
  )
}
