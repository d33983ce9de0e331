import AddIcon from '@mui/icons-material/Add'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { TextInput, useLocale, useTranslate, ValidationError } from 'react-admin'
import { useController, useFieldArray, useWatch } from 'react-hook-form'
import { KontorError } from '../../../client/src/errors.ts'
import type { MatchItem, StatementLineResponse } from '../../../contract/books/statements.ts'
import { isDecimal } from '../../../contract/money/decimal.ts'
import { matchStatementLine } from '../../../contract/operations/books/statements.ts'
import { call } from '../../api/client.ts'
import { fieldErrors } from '../../i18n/fault-text.ts'
import { currentLocale } from '../../i18n/i18n-provider.ts'
import { useErrorText } from '../../shared/answers/error-text.ts'
import { OrganizationField } from '../../shared/fields/organization-field.tsx'
import { checkBody } from '../../shared/forms/check-body.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { parseAmount } from '../../shared/values/amounts.ts'
import { useFormatAmount } from '../../shared/values/money.ts'
import { type Candidate, type Deviation, restOf } from './candidates.ts'
import { DeviationList } from './deviation-list.tsx'
import { findDeviations, type Part } from './find-deviations.ts'
import { LineSummary } from './line-summary.tsx'
import { RequestField } from './request-field.tsx'

interface Row {
  kind: 'request' | 'organization'
  candidate: Candidate | null
  organization_id: string | null
  amount: string
}

const emptyRow: Row = { kind: 'request', candidate: null, organization_id: null, amount: '' }

/** Several requests, or organizations whose credit it becomes, share a line. */
export function SplitDialog({
  line,
  first,
  onDone,
  onClose,
}: {
  line: StatementLineResponse
  /** The request to begin with. */
  first: Candidate | undefined
  onDone: (line: StatementLineResponse) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  /** What the person has seen of these items, and confirms by sending them again. */
  const [seen, setSeen] = useState<{ items: string; deviations: Deviation[]; isOver: boolean } | null>(null)

  async function submit(values: Record<string, unknown>) {
    const rows = rowsOf(values)
    const items = rows.map(itemOf) as MatchItem[]
    const content = JSON.stringify(items)
    const known = seen?.items === content ? seen : null
    const deviations = await findDeviations(queryClient, line, rows.map(partOf))
    if (deviations.length > 0 && JSON.stringify(known?.deviations) !== JSON.stringify(deviations)) {
      setSeen({ items: content, deviations, isOver: false })
      return
    }
    try {
      const body = { items, ...(known?.isOver && { accept_overpayment: true }) }
      onDone(await call(matchStatementLine, { params: { line_id: line.id }, body }))
    } catch (error) {
      // The service accepts it only of a line that is for one request.
      if (error instanceof KontorError && error.code === 'overpayment' && items.length === 1)
        setSeen({ items: content, deviations, isOver: true })
      throw error
    }
  }

  const isAsked = seen !== null
  return (
    <FormDialog
      title={translate('kontor.statements.split_title')}
      submitLabel={translate(isAsked ? 'kontor.statements.match_anyway' : 'kontor.statements.match')}
      defaultValues={{
        items: [{ ...emptyRow, candidate: first ?? null, amount: first?.amount ?? '' }, emptyRow],
      }}
      validate={(values) => faultsOf(rowsOf(values))}
      onSubmit={submit}
      onClose={onClose}
      explain={(error) =>
        error.code === 'overpayment' ? <Alert severity="warning">{errorText(error)}</Alert> : undefined
      }
    >
      <LineSummary line={line} />
      <Rows line={line} />
      <Rest line={line} />
      {seen && seen.deviations.length > 0 && (
        <Warning deviations={seen.deviations} currency={line.currency} />
      )}
    </FormDialog>
  )
}

function Rows({ line }: { line: StatementLineResponse }) {
  const translate = useTranslate()
  const { fields, append, remove } = useFieldArray({ name: 'items' })
  return (
    <>
      {fields.map(({ id }, index) => (
        <RowFields
          key={id}
          line={line}
          index={index}
          onRemove={fields.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <Button
        startIcon={<AddIcon />}
        onClick={() => append(emptyRow, { shouldFocus: false })}
        sx={{ alignSelf: 'flex-start' }}
      >
        {translate('kontor.statements.add_part')}
      </Button>
    </>
  )
}

function RowFields({
  line,
  index,
  onRemove,
}: {
  line: StatementLineResponse
  index: number
  onRemove: (() => void) | undefined
}) {
  const translate = useTranslate()
  const name = `items.${index}`
  const kind = useController({ name: `${name}.kind` })
  const candidate = useController({ name: `${name}.candidate` })
  const organization = useController({ name: `${name}.organization_id` })
  const part = translate('kontor.statements.part', { number: index + 1 })
  const message = (error: { message?: string } | undefined) =>
    error && <ValidationError error={error.message ?? ''} />
  return (
    <Box
      role="group"
      aria-label={part}
      sx={{
        display: 'grid',
        gap: 1.5,
        pb: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) minmax(0, 1.6fr)' },
      }}
    >
      <TextField
        select
        label={translate('kontor.statements.part_of')}
        value={kind.field.value}
        onChange={(event) => kind.field.onChange(event.target.value)}
      >
        {(['request', 'organization'] as const).map((one) => (
          <MenuItem key={one} value={one}>
            {translate(`kontor.statement_part.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {kind.field.value === 'request' ? (
        <RequestField
          line={line}
          value={candidate.field.value}
          onChange={candidate.field.onChange}
          error={message(candidate.fieldState.error)}
        />
      ) : (
        <OrganizationField
          label={translate('kontor.requests.fields.organization')}
          value={organization.field.value}
          onChange={organization.field.onChange}
          error={message(organization.fieldState.error)}
        />
      )}
      <Stack direction="row" sx={{ gridColumn: '1 / -1', gap: 1, alignItems: 'flex-start' }}>
        <TextInput
          source={`${name}.amount`}
          label={`${translate('kontor.statements.amount')}, ${line.currency}`}
          helperText={false}
          margin="none"
          sx={{ flex: 1 }}
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
        />
        {onRemove && (
          <IconButton
            aria-label={`${translate('kontor.statements.remove_part')}: ${part}`}
            onClick={onRemove}
          >
            <RemoveIcon />
          </IconButton>
        )}
      </Stack>
    </Box>
  )
}

/** What is left of the line, while the person types. */
function Rest({ line }: { line: StatementLineResponse }) {
  const translate = useTranslate()
  const format = useFormatAmount()
  const locale = useLocale()
  const rows = (useWatch({ name: 'items' }) ?? []) as Partial<Row>[]
  const amounts = rows.map(({ amount }) => parseAmount(amount ?? '', locale)).filter(isDecimal)
  const rest = restOf(line, amounts)
  const text = rest.isOver ? 'rest_over' : rest.isNothing ? 'rest_nothing' : 'rest'
  return (
    <Typography role="status" color={rest.isOver ? 'error' : undefined} sx={{ fontWeight: 600 }}>
      {translate(`kontor.statements.${text}`, { amount: format(rest.amount, line.currency) })}
    </Typography>
  )
}

/** It gets the focus: Enter in a field would confirm what nobody has read. */
function Warning({ deviations, currency }: { deviations: Deviation[]; currency: string }) {
  const translate = useTranslate()
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new warning is read
  useEffect(() => alert.current?.focus(), [deviations])
  return (
    <Alert severity="warning" ref={alert} tabIndex={-1}>
      <AlertTitle>{translate('kontor.statements.deviations')}</AlertTitle>
      <DeviationList deviations={deviations} currency={currency} />
    </Alert>
  )
}

function rowsOf(values: Record<string, unknown>): Row[] {
  return (values.items ?? []) as Row[]
}

function itemOf({ kind, candidate, organization_id, amount }: Row): Partial<MatchItem> {
  const target =
    kind === 'request'
      ? candidate && { request_id: candidate.request_id }
      : organization_id && { organization_id }
  return { ...target, ...(amount && { amount: parseAmount(amount, currentLocale()) }) }
}

function partOf({ kind, candidate, organization_id, amount: typed }: Row): Part {
  const amount = parseAmount(typed, currentLocale())
  return kind === 'request'
    ? { candidate: candidate as Candidate, amount }
    : { organizationId: organization_id as string, amount }
}

/** A fault of the target of a part belongs to the field that shows it. */
function faultsOf(rows: Row[]): Record<string, unknown> {
  const faults = checkBody(matchStatementLine, { items: rows.map(itemOf) })
  return fieldErrors(
    faults.map((fault) => {
      const [body, items, index, field] = fault.loc
      if (typeof index !== 'number' || field === 'amount') return fault
      const shown = rows[index]?.kind === 'organization' ? 'organization_id' : 'candidate'
      return { ...fault, loc: [body, items, index, shown] as typeof fault.loc }
    }),
  )
}
