import { Alert, Box, Button } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextInput, useNotify, useTranslate } from 'react-admin'
import { Link, useParams } from 'react-router-dom'
import type { AcquisitionResponse, ReverseAcquisitionBody } from '../../contract/books/treasury.ts'
import { isZero } from '../../contract/money/decimal.ts'
import { readAcquisition, reverseAcquisition } from '../../contract/operations/books/treasury.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../shared/forms/form-values.ts'
import { validateBody } from '../shared/forms/validate-body.ts'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatDate } from '../shared/time/time.tsx'
import { CopiedDetail } from '../shared/values/copied-detail.tsx'
import { Detail, Details } from '../shared/values/details.tsx'
import { useFormatAmount } from '../shared/values/money.ts'

export default function AcquisitionShow() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['acquisitions', 'getOne', id],
    queryFn: ({ signal }) => call(readAcquisition, { params: { acquisition_id: id }, signal }),
  })
  return <QueryState query={query}>{(acquisition) => <Acquisition acquisition={acquisition} />}</QueryState>
}

function Acquisition({ acquisition }: { acquisition: AcquisitionResponse }) {
  const translate = useTranslate()
  const formatDate = useFormatDate()
  const format = useFormatAmount()
  const mayReverse = usePermission('treasury:acquire')
  const [isOpen, setOpen] = useState(false)
  const { reference, asset, cost, fee, reversal } = acquisition
  const text = (name: string) => translate(`kontor.acquisitions.${name}`)
  const label = (name: string) => text(`columns.${name}`)
  const reverse = mayReverse && !reversal && (
    <Button color="error" variant="outlined" onClick={() => setOpen(true)}>
      {text('reverse')}
    </Button>
  )
  return (
    <Page title={translate('kontor.acquisitions.title_one', { reference })} actions={reverse}>
      {reversal && (
        <Alert severity="info">
          {translate('kontor.acquisitions.reversed_on', {
            day: formatDate(reversal.day),
            reason: reversal.reason,
          })}
        </Alert>
      )}
      <Section title={format(acquisition.amount, asset)}>
        <Details>
          <Detail label={label('day')}>{formatDate(acquisition.day)}</Detail>
          <Detail label={label('cost')}>{format(cost.amount, cost.currency)}</Detail>
          <Detail label={label('fee')}>{isZero(fee) ? '' : format(fee, cost.currency)}</Detail>
          <Detail label={label('owed')}>{format(acquisition.owed, cost.currency)}</Detail>
          <Detail label={label('payments')} wide>
            {acquisition.payments.map(({ statement_line_id, day, amount }) => (
              <Box key={statement_line_id}>
                <Link to={placeOfLine(statement_line_id, day)}>
                  {formatDate(day)} · {format(amount, cost.currency)}
                </Link>
              </Box>
            ))}
          </Detail>
          <Detail label={label('counterparty')}>{acquisition.counterparty.name}</Detail>
          <Detail label={label('company')}>{acquisition.company_name}</Detail>
          <Detail label={label('network')}>{translate(`kontor.network.${acquisition.network}`)}</Detail>
          <CopiedDetail label={label('wallet')} value={acquisition.wallet_address} wide />
          <CopiedDetail label={label('transaction')} value={acquisition.tx_hash} wide />
          <Detail label={label('recorded_by')}>{acquisition.recorded_by.name}</Detail>
        </Details>
      </Section>
      {isOpen && <ReverseDialog acquisition={acquisition} onClose={() => setOpen(false)} />}
    </Page>
  )
}

/** The line among those of its day. */
function placeOfLine(id: string, day: string): string {
  const filter = JSON.stringify({ posted_as: 'counterparty', from: day, to: day })
  return `/statement-lines?${new URLSearchParams({ filter, line: id })}`
}

function ReverseDialog({
  acquisition: { id, reference },
  onClose,
}: {
  acquisition: AcquisitionResponse
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const text = (name: string, values?: Record<string, unknown>) =>
    translate(`kontor.acquisitions.${name}`, values)
  return (
    <FormDialog
      title={text('reverse_title', { reference })}
      submitLabel={text('reverse')}
      validate={validateBody(reverseAcquisition, withoutEmpty)}
      onSubmit={async (values) => {
        await call(reverseAcquisition, {
          params: { acquisition_id: id },
          body: withoutEmpty(values) as ReverseAcquisitionBody,
        })
        notify(text('reversed'), { type: 'success' })
        void queryClient.invalidateQueries({ queryKey: ['acquisitions'] })
        onClose()
      }}
      onClose={onClose}
      color="error"
    >
      <Alert severity="warning">{text('reverse_help')}</Alert>
      <TextInput source="reason" label={text('columns.reason')} required multiline helperText={false} />
    </FormDialog>
  )
}
