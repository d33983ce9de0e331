import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import {
  type ListKind,
  listKinds,
  listPattern,
  type ScreeningImportResponse,
  type ScreeningListResponse,
} from '../../contract/organizations/screening.ts'
import { Refusal } from '../shared/answers/refusal.tsx'
import { Chooser } from '../shared/fields/chooser.tsx'
import { ChooseFiles } from '../shared/files/choose-files.tsx'
import { useFormatSize } from '../shared/files/file-size.ts'
import { UploadProgress } from '../shared/files/upload-progress.tsx'
import { useCloseDraft, useDirty, useDraft } from '../shared/forms/drafts.ts'
import { sendList } from './send-list.ts'
import { useScreeningStatus } from './status-query.ts'

/** Imports a list from its files, and shows what it changed. */
export function ImportDialog({
  known,
  onClose,
}: {
  known: readonly Pick<ScreeningListResponse, 'name' | 'kind'>[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const titleId = useId()
  const formId = useId()
  const queryClient = useQueryClient()
  const [list, setList] = useState('')
  const [chosenKind, setKind] = useState<ListKind | null>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [result, setResult] = useState<ScreeningImportResponse | null>(null)
  const [isTried, setTried] = useState(false)
  const abort = useRef(new AbortController())
  useEffect(() => {
    abort.current = new AbortController()
    return () => abort.current.abort()
  }, [])
  const draft = useDraft()
  const isBusy = share !== null
  useDirty(draft, result === null && (isBusy || files.length > 0 || list !== ''))
  const close = useCloseDraft(draft, onClose)
  const kindBefore = known.find(({ name }) => name === list)?.kind
  const kind = chosenKind ?? kindBefore ?? 'sanctions'
  const isNamed = new RegExp(listPattern).test(list)

  async function send(force: boolean) {
    setTried(true)
    if (!isNamed || files.length === 0) return
    const { signal } = abort.current
    setFailure(null)
    setShare(0)
    try {
      setResult(await sendList({ list, kind, files, force }, { onProgress: setShare, signal }))
    } catch (error) {
      if (!signal.aborted) setFailure(error)
    } finally {
      setShare(null)
      for (const key of ['screening', 'screening-hits'])
        void queryClient.invalidateQueries({ queryKey: [key] })
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void send(false)
  }

  const text = (name: string) => translate(`kontor.screening.${name}`)
  return (
    <Dialog open onClose={() => !isBusy && close()} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{text('import')}</DialogTitle>
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        {result ? (
          <Result result={result} />
        ) : (
          <Stack component="form" id={formId} onSubmit={submit} noValidate sx={{ gap: 2 }}>
            <Typography color="textSecondary">{text('import_help')}</Typography>
            <Chooser<string, true>
              freeSolo
              options={known.map(({ name }) => name)}
              inputValue={list}
              disabled={isBusy}
              onInputChange={(_event, typed) => setList(typed.trim().toLowerCase())}
              renderInput={(props) => (
                <TextField
                  {...props}
                  required
                  autoFocus
                  label={text('list_name')}
                  error={isTried && !isNamed}
                  helperText={text(isTried && !isNamed ? 'list_name_wrong' : 'list_name_help')}
                />
              )}
            />
            <TextField
              select
              label={text('list_kind')}
              value={kind}
              disabled={isBusy}
              onChange={(event) => setKind(event.target.value as ListKind)}
              helperText={translate(`kontor.list_kind_help.${kind}`)}
            >
              {listKinds.map((one) => (
                <MenuItem key={one} value={one}>
                  {translate(`kontor.list_kind.${one}`)}
                </MenuItem>
              ))}
            </TextField>
            {kindBefore !== undefined && kindBefore !== kind && (
              <Alert severity="warning">
                {translate('kontor.screening.list_kind_changes', {
                  list,
                  kind: translate(`kontor.list_kind.${kindBefore}`),
                })}
              </Alert>
            )}
            <Files
              files={files}
              isDisabled={isBusy}
              isMissing={isTried && files.length === 0}
              onChoose={setFiles}
            />
            {isBusy && <Progress list={list} share={share} />}
            {failure !== null && <Failure failure={failure} onForce={() => void send(true)} />}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={result ? onClose : close} disabled={isBusy}>
          {translate(result ? 'kontor.action.close' : 'kontor.action.cancel')}
        </Button>
        {!result && (
          <Button type="submit" form={formId} variant="contained" disabled={isBusy}>
            {text('import_submit')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function Files({
  files,
  isDisabled,
  isMissing,
  onChoose,
}: {
  files: readonly File[]
  isDisabled: boolean
  isMissing: boolean
  onChoose: (files: readonly File[]) => void
}) {
  const translate = useTranslate()
  const formatSize = useFormatSize()
  return (
    <div>
      <ChooseFiles
        variant="outlined"
        kind="screening-list"
        accept=".csv,.xml,.json,.txt,text/csv,application/xml,application/json"
        multiple
        disabled={isDisabled}
        onFiles={onChoose}
      >
        {translate('kontor.screening.choose_files')}
      </ChooseFiles>
      {isMissing && (
        <Typography variant="body2" color="error" role="alert" sx={{ mt: 1 }}>
          {translate('kontor.screening.choose_files_first')}
        </Typography>
      )}
      {files.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size}`}>
              {file.name} · {formatSize(file.size)}
            </li>
          ))}
        </Box>
      )}
    </div>
  )
}

/** First the upload, then what the service does with it. */
function Progress({ list, share }: { list: string; share: number }) {
  const translate = useTranslate()
  const locale = useLocale()
  const running = useScreeningStatus().data?.importing.find((one) => one.list === list)
  return (
    <div>
      <UploadProgress share={share} />
      {running && (
        <Typography variant="body2" color="textSecondary">
          {translate(`kontor.import_phase.${running.phase}`, {
            entries: running.entries.toLocaleString(locale),
            _: running.phase,
          })}
        </Typography>
      )}
    </div>
  )
}

/** A list that has become much smaller may be damaged: somebody has to say that it is right. */
function Failure({ failure, onForce }: { failure: unknown; onForce: () => void }) {
  const translate = useTranslate()
  if (!(failure instanceof KontorError) || failure.code !== 'list_shrunk') return <Refusal error={failure} />
  return (
    <Alert severity="warning">
      <AlertTitle>{translate('kontor.errors.list_shrunk', failure.context)}</AlertTitle>
      <Typography variant="body2" sx={{ mb: 1 }}>
        {translate('kontor.screening.shrunk_help')}
      </Typography>
      <Button variant="outlined" color="warning" size="small" onClick={onForce}>
        {translate('kontor.screening.publish_anyway')}
      </Button>
    </Alert>
  )
}

const shownRows = 100

function Result({ result }: { result: ScreeningImportResponse }) {
  const translate = useTranslate()
  const locale = useLocale()
  const { added, changed, removed, rejected, rejections, is_unchanged, entries, list } = result
  const number = (value: number) => value.toLocaleString(locale)
  return (
    <Stack sx={{ gap: 2 }}>
      <Alert severity={rejected > 0 ? 'warning' : 'success'} role="status">
        <AlertTitle>
          {translate(is_unchanged ? 'kontor.screening.import_unchanged' : 'kontor.screening.import_done', {
            list,
          })}
        </AlertTitle>
        {translate('kontor.screening.import_counts', {
          entries: number(entries),
          added: number(added),
          changed: number(changed),
          removed: number(removed),
        })}
      </Alert>
      {rejected > 0 && (
        <div>
          <Typography sx={{ mb: 1 }}>
            {translate('kontor.screening.rejected', { smart_count: rejected })}
          </Typography>
          <Box
            component="ul"
            tabIndex={0}
            aria-label={translate('kontor.screening.rejected_rows')}
            sx={{ m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto', overflowWrap: 'anywhere' }}
          >
            {rejections.map(({ file, line, fault }) => (
              <li key={`${file} ${line} ${fault}`}>
                {translate('kontor.screening.rejected_row', { file, line })}: {fault}
              </li>
            ))}
          </Box>
          {rejected > shownRows && (
            <Typography variant="body2" color="textSecondary">
              {translate('kontor.screening.rejected_first', { count: shownRows })}
            </Typography>
          )}
        </div>
      )}
    </Stack>
  )
}
