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
import { KontorError } from '../../../client/src/errors.ts'
import { codeOf } from '../../../contract/api/faults.ts'
import {
  isAnnouncement,
  type StatementResponse,
  type StatementWarning,
} from '../../../contract/books/statements.ts'
import { faultMessage } from '../../i18n/fault-text.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { approvalAskedFor, Refusal } from '../../shared/answers/refusal.tsx'
import { useFormatSize } from '../../shared/files/file-size.ts'
import { UploadProgress } from '../../shared/files/upload-progress.tsx'
import type { Import } from './use-imports.ts'
import { useWarningText } from './use-warning-text.ts'

/** The files that are being imported, with the result of each. */
export function ImportDialog({
  imports,
  isBusy,
  onAccept,
  onAgain,
  onClose,
}: {
  imports: readonly Import[]
  isBusy: boolean
  onAccept: (file: File) => void
  onAgain: (file: File) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  const statements = imports.flatMap(({ statement }) => statement ?? [])
  const isOpen = statements.some(({ open_lines }) => open_lines > 0)
  const [only] = statements
  // What is only announced is looked at, not matched.
  const areAnnounced = statements.every(({ format }) => isAnnouncement(format))
  const place =
    statements.length === 1 && only
      ? `/statements/${only.id}/show`
      : areAnnounced
        ? '/announced-lines'
        : '/statement-lines'
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
              onAgain={onAgain}
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
            {translate(areAnnounced ? 'kontor.announced.short_title' : 'kontor.statements.match_lines')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Item({
  one,
  onAccept,
  onAgain,
}: {
  one: Import
  onAccept: (file: File) => void
  onAgain: (file: File) => void
}) {
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
      {state === 'failed' && (
        <Failure failure={failure} onAccept={() => onAccept(file)} onAgain={() => onAgain(file)} />
      )}
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

function Failure({
  failure,
  onAccept,
  onAgain,
}: {
  failure: unknown
  onAccept: () => void
  onAgain: () => void
}) {
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
    const codes = failure.faults.map(codeOf)
    const [stranger] = failure.faults.filter((fault) => codeOf(fault) === 'account_not_ours')
    if (stranger) return <NotOurs text={faultMessage(stranger)} onAgain={onAgain} />
    const title = codes.includes('statement_of_orders') ? 'import_refused' : 'import_failed'
    return (
      <Alert severity="error">
        <AlertTitle>{translate(`kontor.statements.${title}`)}</AlertTitle>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {failure.faults.map((fault) => (
            <li key={JSON.stringify(fault)}>{faultMessage(fault)}</li>
          ))}
        </Box>
      </Alert>
    )
  }
  if (approvalAskedFor(failure))
    return (
      <>
        <Refusal error={failure} sx={{ mb: 1 }} />
        <Again onAgain={onAgain} />
      </>
    )
  return <Refusal error={failure} />
}

function Again({ onAgain }: { onAgain: () => void }) {
  const translate = useTranslate()
  return (
    <Button variant="outlined" size="small" onClick={onAgain}>
      {translate('kontor.statements.import_again')}
    </Button>
  )
}

/** The account must be one of ours: whoever keeps the companies adds it, then the file is imported again. */
function NotOurs({ text, onAgain }: { text: string; onAgain: () => void }) {
  const translate = useTranslate()
  const mayManage = usePermission('desk:manage')
  return (
    <Alert severity="error">
      <AlertTitle>{translate('kontor.statements.not_ours')}</AlertTitle>
      {text}
      <Typography variant="body2" sx={{ my: 1 }}>
        {translate(`kontor.statements.${mayManage ? 'not_ours_add' : 'not_ours_ask'}`)}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button component={Link} to="/desk-companies" target="_blank" variant="outlined" size="small">
          {translate('kontor.statements.our_companies')}
        </Button>
        <Again onAgain={onAgain} />
      </Stack>
    </Alert>
  )
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
