import { Button, Stack, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import type { StatementLineResponse } from '../../contract/books/statements.ts'

export type LineDialog = 'split' | 'advance' | 'post' | 'unpost' | 'settle' | 'set_aside' | 'find'

/** The same as the keys, for the mouse and for screen readers. */
export function LineActions({
  line,
  mayProcess,
  mayPost,
  onOpen,
  onReopen,
  onPost,
}: {
  line: StatementLineResponse
  mayProcess: boolean
  mayPost: boolean
  onOpen: (dialog: LineDialog) => void
  onReopen: () => void
  /** Posts the line as it is suggested. */
  onPost: () => void
}) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.statements.${name}`)
  const postButton = mayPost && (
    <Button size="small" variant="outlined" onClick={() => onOpen('post')}>
      {translate('kontor.posting.action')}
    </Button>
  )
  if (line.status === 'posted')
    return mayPost ? (
      <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        {isOpenExchange(line) && (
          <Button variant="outlined" size="small" onClick={() => onOpen('settle')}>
            {translate('kontor.posting.settle')}
          </Button>
        )}
        <Button variant="outlined" size="small" onClick={() => onOpen('unpost')}>
          {translate('kontor.posting.reverse')}
        </Button>
      </Stack>
    ) : null
  if (line.status === 'set_aside')
    return (
      <>
        {mayPost && <Suggested line={line} onPost={onPost} />}
        <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
          {mayProcess && (
            <Button variant="outlined" size="small" onClick={onReopen}>
              {text('reopen')}
            </Button>
          )}
          {postButton}
        </Stack>
      </>
    )
  if (line.status !== 'new') return null
  if (!mayProcess) return postButton || null
  return (
    <>
      {mayPost && <Suggested line={line} onPost={onPost} />}
      <Stack direction="row" sx={{ gap: 1, mt: 1.5, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" onClick={() => onOpen('find')}>
          {text('find')}
        </Button>
        {postButton}
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
    </>
  )
}

export function isOpenExchange({ posting }: StatementLineResponse): boolean {
  return posting?.account === 'exchange' && posting.exchange === null
}

/** What a rule or an own account says that the line is, with one button to post it so. */
function Suggested({ line, onPost }: { line: StatementLineResponse; onPost: () => void }) {
  const translate = useTranslate()
  const { posting_suggestion: suggestion } = line
  if (!suggestion || line.matches.length > 0) return null
  const account = translate(`kontor.posting_account.${suggestion.account}`)
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button variant="contained" size="small" onClick={onPost}>
        {translate('kontor.posting.post_as', { account })}
      </Button>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[translate(`kontor.posting.hint.${suggestion.hint}`), suggestion.text].filter(Boolean).join(' · ')}
      </Typography>
    </Stack>
  )
}
