import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { KontorError } from '../../client/src/errors.ts'
import type { StatementResponse, StatementWarning } from '../../contract/statements.ts'
import { faultMessage } from '../i18n/fault-text.ts'
import { useFormatSize } from '../shared/file-size.ts'
import { Refusal } from '../shared/refusal.tsx'
import { UploadProgress } from '../shared/upload-progress.tsx'
import type { Import } from './use-imports.ts'
import { useWarningText } from './use-warning-text.ts'

/** The files that are being imported, with the result of each. */
export function ImportDialog({
  imports,
  isBusy,
  onAccept,
  onClose,
}: {
  imports: readonly Import[]
  isBusy: boolean
  onAccept: (file: File) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  const statements = imports.flatMap(({ statement }) => statement ?? [])
  const isOpen = statements.some(({ open_lines }) => open_lines > 0)
  const [only] = statements
  const place = statements.length === 1 && only ? `/statements/${only.id}/show` : '/statement-lines'
  return (
    <Dialog open onClose={() => !isBusy && onClose()} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.statements.import_title')}</DialogTitle>
      <DialogContent>
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 2 }}>
          {imports.map((one) => (
            <Item
              key={`${one.file.name} ${one.file.lastModified} ${one.file.size}`}
              one={one}
              onAccept={onAccept}
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {translate('kontor.action.close')}
        </Button>
        {isOpen && !isBusy && (
          <Button component={Link} to={place} variant="contained" onClick={onClose}>
            {translate('kontor.statements.match_lines')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Item({ one, onAccept }: { one: Import; onAccept: (file: File) => void }) {
  const translate = useTranslate()
  const formatSize = useFormatSize()
  const { file, state, share, statement, failure } = one
  return (
    <Box component="li">
      <Typography sx={{ overflowWrap: 'anywhere', mb: 0.5 }}>
        {file.name} · {formatSize(file.size)}
      </Typography>
      {state === 'waiting' && (
        <Typography variant="body2" color="textSecondary">
          {translate('kontor.statements.import_waiting')}
        </Typography>
      )}
      {state === 'uploading' && <UploadProgress share={share} />}
      {statement && <Result statement={statement} />}
      {state === 'failed' && <Failure failure={failure} onAccept={() => onAccept(file)} />}
    </Box>
  )
}

function Result({ statement }: { statement: StatementResponse }) {
  const translate = useTranslate()
  const { new_lines, known_lines, warnings, accounts } = statement
  return (
    <Alert severity={warnings.length > 0 ? 'warning' : 'success'} role="status">
      <AlertTitle>
        {translate('kontor.statements.import_result', { smart_count: new_lines, known: known_lines })}
      </AlertTitle>
      {warnings.length > 0 && <WarningList warnings={warnings} accounts={accounts} />}
    </Alert>
  )
}

function Failure({ failure, onAccept }: { failure: unknown; onAccept: () => void }) {
  const translate = useTranslate()
  if (typeof failure === 'string')
    return <Alert severity="error">{translate(`kontor.faults.${failure}`)}</Alert>
  if (failure instanceof KontorError && failure.code === 'statement_difference') {
    const differences = (failure.context.differences ?? []) as StatementWarning[]
    return (
      <Alert severity="warning">
        <AlertTitle>{translate('kontor.errors.statement_difference')}</AlertTitle>
        <WarningList warnings={differences} />
        <Typography variant="body2" sx={{ my: 1 }}>
          {translate('kontor.statements.difference_help')}
        </Typography>
        <Button variant="outlined" color="warning" size="small" onClick={onAccept}>
          {translate('kontor.statements.import_anyway')}
        </Button>
      </Alert>
    )
  }
  if (failure instanceof KontorError && failure.faults.length > 0) {
    return (
      <Alert severity="error">
        <AlertTitle>{translate('kontor.statements.import_failed')}</AlertTitle>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {failure.faults.map((fault) => (
            <li key={JSON.stringify(fault)}>{faultMessage(fault)}</li>
          ))}
        </Box>
      </Alert>
    )
  }
  return <Refusal error={failure} />
}

/** What was unusual in a file. */
export function WarningList({
  warnings,
  accounts = [],
}: {
  warnings: readonly StatementWarning[]
  accounts?: StatementResponse['accounts']
}) {
  const text = useWarningText()
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
      {warnings.map((warning) => (
        <li key={JSON.stringify(warning)}>{text(warning, accounts)}</li>
      ))}
    </Box>
  )
}
