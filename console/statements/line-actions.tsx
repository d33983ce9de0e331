import { Button, Stack } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../contract/statements.ts'

export type LineDialog = 'split' | 'advance' | 'set_aside' | 'find'

/** The same as the keys, for the mouse and for screen readers. */
export function LineActions({
  line,
  onOpen,
  onReopen,
}: {
  line: StatementLineResponse
  onOpen: (dialog: LineDialog) => void
  onReopen: () => void
}) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.statements.${name}`)
  if (line.status === 'set_aside')
    return (
      <Button variant="outlined" size="small" onClick={onReopen} sx={{ mt: 1.5 }}>
        {text('reopen')}
      </Button>
    )
  if (line.status !== 'new') return null
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
      <Button size="small" variant="outlined" onClick={() => onOpen('find')}>
        {text('find')}
      </Button>
      {line.direction === 'incoming' && (
        <Button size="small" variant="outlined" onClick={() => onOpen('split')}>
          {text('split')}
        </Button>
      )}
      {line.direction === 'incoming' && (
        <Button size="small" variant="outlined" onClick={() => onOpen('advance')}>
          {text('advance')}
        </Button>
      )}
      <Button size="small" variant="outlined" onClick={() => onOpen('set_aside')}>
        {text('set_aside')}
      </Button>
    </Stack>
  )
}
