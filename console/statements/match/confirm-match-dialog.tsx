import {
  Alert,
  AlertTitle,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { KontorError } from '../../../client/src/errors.ts'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { useErrorText } from '../../shared/answers/error-text.ts'
import { Refusal } from '../../shared/answers/refusal.tsx'
import { useFormatAmount } from '../../shared/values/money.ts'
import type { Candidate, Deviation } from './candidates.ts'
import { DeviationList } from './deviation-list.tsx'
import { LineSummary } from './line-summary.tsx'

export interface Asked {
  line: StatementLineResponse
  candidate: Candidate
  deviations: readonly Deviation[]
  /** What the service has refused already. */
  refusal: unknown
}

/** A match that is unusual, or that others have to approve. The focus is on the way back, so that a second Enter does not confirm it. */
export function ConfirmMatchDialog({
  asked: { line, candidate, deviations, refusal },
  onConfirm,
  onClose,
}: {
  asked: Asked
  onConfirm: (acceptsOverpayment: boolean) => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  const errorText = useErrorText()
  const amount = useFormatAmount()
  const [failure, setFailure] = useState(refusal)
  const [busy, setBusy] = useState(false)
  const isOverpayment = failure instanceof KontorError && failure.code === 'overpayment'

  const how = isOverpayment ? 'accept_overpayment' : deviations.length > 0 ? 'match_anyway' : 'match'

  async function confirm() {
    setBusy(true)
    try {
      await onConfirm(isOverpayment)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.statements.confirm_title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <LineSummary line={line} />
        <Typography>
          {translate('kontor.statements.confirm_part', {
            number: candidate.number,
            name: candidate.organization_name ?? '',
            amount: amount(candidate.amount, line.currency),
          })}
        </Typography>
        {deviations.length > 0 && (
          <Alert severity="warning">
            <AlertTitle>{translate('kontor.statements.deviations')}</AlertTitle>
            <DeviationList deviations={deviations} currency={line.currency} />
          </Alert>
        )}
        {isOverpayment && <Alert severity="warning">{errorText(failure)}</Alert>}
        {failure !== null && !isOverpayment && <Refusal error={failure} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('kontor.statements.go_back')}
        </Button>
        <Button
          variant="contained"
          color={how === 'match' ? 'primary' : 'warning'}
          onClick={confirm}
          disabled={busy}
        >
          {translate(`kontor.statements.${how}`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
