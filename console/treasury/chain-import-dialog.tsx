import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { type ChainImportResponse, chainFileMaxBytes } from '../../contract/books/chain-lines.ts'
import { importChainStatement } from '../../contract/operations/books/chain-lines.ts'
import { call } from '../api/client.ts'
import { ChooseFiles } from '../shared/files/choose-files.tsx'
import { FormDialog } from '../shared/forms/form-dialog.tsx'

/** Imports a file of transactions, and shows what it has brought. */
export function ChainImportDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [result, setResult] = useState<ChainImportResponse | null>(null)
  const text = (name: string) => translate(`kontor.chain_lines.${name}`)
  if (result) return <Result result={result} onClose={onClose} />
  const isTooLarge = file !== null && file.size > chainFileMaxBytes
  return (
    <FormDialog
      title={text('import_title')}
      submitLabel={text('import')}
      holdsMore={file !== null}
      refusal={isTooLarge ? text('too_large') : file === null ? text('choose_first') : null}
      onSubmit={async () => {
        const form = new FormData()
        form.set('file', file as File)
        setResult(await call(importChainStatement, { body: form }))
        void queryClient.invalidateQueries({ queryKey: ['chain-lines'] })
      }}
      onClose={onClose}
    >
      <Typography color="textSecondary">{text('import_help')}</Typography>
      <div>
        <ChooseFiles
          variant="outlined"
          kind="chain-lines"
          accept=".csv,.txt,text/csv"
          onFiles={([chosen]) => setFile(chosen ?? null)}
        >
          {text('choose')}
        </ChooseFiles>
        {file && <Typography sx={{ mt: 1, overflowWrap: 'anywhere' }}>{file.name}</Typography>}
      </div>
    </FormDialog>
  )
}

function Result({ result, onClose }: { result: ChainImportResponse; onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const { new_lines, known_lines, matched_lines, dust_lines, ignored_rows, differing, ended_gaps } = result
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('kontor.chain_lines.imported_title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography>
          {translate('kontor.chain_lines.imported', {
            added: new_lines,
            known: known_lines,
            matched: matched_lines,
            dust: dust_lines,
          })}
        </Typography>
        {ignored_rows > 0 && (
          <Typography>{translate('kontor.chain_lines.ignored', { count: ignored_rows })}</Typography>
        )}
        {ended_gaps > 0 && (
          <Typography>{translate('kontor.chain_lines.ended_gaps', { count: ended_gaps })}</Typography>
        )}
        {differing.length > 0 && (
          <Alert severity="warning">
            {translate('kontor.chain_lines.differing')}
            {differing.map(({ tx_hash, asset, known, found }) => (
              <Typography key={`${tx_hash} ${asset}`} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {translate('kontor.chain_lines.differs', { tx_hash, asset, known, found })}
              </Typography>
            ))}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('kontor.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
