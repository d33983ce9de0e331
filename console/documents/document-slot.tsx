import { Box, Button, Checkbox, Stack, Typography } from '@mui/material'
import { type DragEvent, useState } from 'react'
import { useTranslate } from 'react-admin'
import {
  acceptedTypes,
  type DocumentKind,
  type DocumentResponse,
} from '../../contract/organizations/documents.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { ChooseFiles } from '../shared/files/choose-files.tsx'
import { useFormatSize } from '../shared/files/file-size.ts'
import { Ago, useFormatDate } from '../shared/time/time.tsx'
import { StatusChip } from '../shared/values/status-chip.tsx'

interface Props {
  kind: DocumentKind
  isRequired: boolean
  document: DocumentResponse | undefined
  onFiles: (files: File[]) => void
  onView: () => void
  onVersions: () => void
  /** With it, the document can be chosen for a review together with others. */
  choice?: { isChosen: boolean; onChange: (isChosen: boolean) => void } | undefined
}

/** A line of the checklist. A file can be dropped on it. */
export function DocumentSlot({ kind, isRequired, document, onFiles, onView, onVersions, choice }: Props) {
  const translate = useTranslate()
  const mayUpload = usePermission('documents:write')
  const mayReview = usePermission('documents:review')
  const [dragged, setDragged] = useState(false)
  const name = translate(`kontor.document_kind.${kind}`)
  const isToReview = mayReview && document?.status === 'pending'
  const view = translate(isToReview ? 'kontor.documents.review' : 'kontor.documents.view')
  function drop(event: DragEvent) {
    event.preventDefault()
    setDragged(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && mayUpload) onFiles(files)
  }
  return (
    <Box
      component="li"
      onDragOver={(event) => {
        event.preventDefault()
        setDragged(mayUpload)
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={drop}
      sx={{
        p: 2,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: dragged ? 'action.hover' : undefined,
        outline: dragged ? '2px dashed' : undefined,
        outlineColor: 'primary.main',
        outlineOffset: -4,
      }}
    >
      {choice && (
        <Checkbox
          checked={choice.isChosen}
          onChange={(event) => choice.onChange(event.target.checked)}
          slotProps={{ input: { 'aria-label': translate('kontor.selection.choose', { name }) } }}
          sx={{ ml: -1 }}
        />
      )}
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {translate(isRequired ? 'kontor.documents.required' : 'kontor.documents.optional')}
          </Typography>
        </Stack>
        {dragged ? (
          <Typography variant="body2">{translate('kontor.documents.drop')}</Typography>
        ) : (
          document && <FileLine document={document} />
        )}
      </Box>
      {(document || isRequired) && (
        <StatusChip kind="document_status" status={document?.status ?? 'missing'} />
      )}
      <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
        {document && (
          <>
            <Button size="small" onClick={onView} aria-label={`${name}: ${view}`}>
              {view}
            </Button>
            <Button
              size="small"
              onClick={onVersions}
              aria-label={`${name}: ${translate('kontor.documents.versions')}`}
            >
              {translate('kontor.documents.versions')}
            </Button>
          </>
        )}
        {mayUpload && (
          <FileButton
            kind={kind}
            name={name}
            isFilled={document !== undefined}
            onFile={(file) => onFiles([file])}
          />
        )}
      </Stack>
    </Box>
  )
}

function FileLine({ document }: { document: DocumentResponse }) {
  const translate = useTranslate()
  const formatSize = useFormatSize()
  const formatDate = useFormatDate()
  const { file, decision, expires_on } = document
  return (
    <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {file.name} · {formatSize(file.size)} · <Ago at={document.uploaded_at} />
      {expires_on && ` · ${translate('kontor.documents.expires_on')} ${formatDate(expires_on)}`}
      {decision?.reason_code && ` · ${translate(`kontor.rejection_reason.${decision.reason_code}`)}`}
      {decision?.comment && ` · ${decision.comment}`}
    </Typography>
  )
}

function FileButton({
  kind,
  name,
  isFilled,
  onFile,
}: {
  kind: DocumentKind
  name: string
  isFilled: boolean
  onFile: (file: File) => void
}) {
  const translate = useTranslate()
  const label = translate(isFilled ? 'kontor.documents.replace' : 'kontor.documents.upload')
  return (
    <ChooseFiles
      size="small"
      variant={isFilled ? 'text' : 'outlined'}
      aria-label={`${name}: ${label}`}
      kind={kind}
      accept={acceptedTypes(kind).join(',')}
      onFiles={([file]) => file && onFile(file)}
    >
      {label}
    </ChooseFiles>
  )
}
