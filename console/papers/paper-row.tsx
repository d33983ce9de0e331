import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import { Box, Button, Chip, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { PaperResponse } from '../../contract/purchase-requests/papers.ts'
import { Time, useFormatDate } from '../shared/time/time.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { useDownload } from './use-download.ts'
import { usePaperName } from './use-paper-name.ts'
import { VoidDialog } from './void-dialog.tsx'

/** One paper: what it is, whether it still holds, and its PDF. */
export function PaperRow({ paper, mayVoid }: { paper: PaperResponse; mayVoid: boolean }) {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const date = useFormatDate()
  const nameOf = usePaperName()
  const { download, isBusy } = useDownload(paper)
  const [voiding, setVoiding] = useState(false)
  const { voided, file } = paper
  const name = nameOf(paper)
  const text = (key: string) => translate(`kontor.papers.${key}`)
  return (
    <Box
      component="li"
      sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { border: 0 } }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography sx={{ fontWeight: 600, textDecoration: voided ? 'line-through' : undefined }}>
              {name}
            </Typography>
            <Chip
              size="small"
              variant="outlined"
              label={translate(`kontor.paper_language.${paper.language}`)}
            />
            {voided && <Chip size="small" variant="outlined" color="error" label={text('voided')} />}
          </Stack>
          <Typography variant="body2" color="textSecondary">
            {amount(paper.amount, paper.currency)} · {date(paper.date)} · <Time at={paper.issued_at} /> ·{' '}
            {paper.issued_by}
          </Typography>
          {voided && (
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {translate('kontor.papers.voided_because', { who: voided.by, reason: voided.reason })}
            </Typography>
          )}
        </Box>
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          loading={isBusy}
          loadingPosition="start"
          aria-label={`${text('download')}: ${name}`}
          onClick={download}
        >
          {text('download')}
        </Button>
        {mayVoid && !voided && (
          <Button
            size="small"
            color="error"
            aria-label={`${text('void')}: ${name}`}
            onClick={() => setVoiding(true)}
          >
            {text('void')}
          </Button>
        )}
      </Stack>
      {file === null && (
        <Typography variant="body2" color="textSecondary" role="status">
          {text('rendering')}
        </Typography>
      )}
      {voiding && <VoidDialog paper={paper} onClose={() => setVoiding(false)} />}
    </Box>
  )
}
