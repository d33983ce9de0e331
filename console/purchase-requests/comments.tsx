import { Box, Button, Stack, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import {
  createPurchaseRequestComment,
  listPurchaseRequestComments,
} from '../../contract/operations/purchase-requests.ts'
import type { PurchaseRequestResponse } from '../../contract/purchase-requests.ts'
import { call } from '../api/client.ts'
import { useDoerName } from '../shared/administrator-names.ts'
import { useDirty, useDraft } from '../shared/drafts.ts'
import { useErrorText } from '../shared/error-text.ts'
import { QueryState } from '../shared/query-state.tsx'
import { Section } from '../shared/section.tsx'
import { Ago } from '../shared/time.tsx'
import { usePermission } from '../shared/use-permission.ts'

export function Comments({ request }: { request: PurchaseRequestResponse }) {
  const translate = useTranslate()
  const nameOf = useDoerName()
  const mayComment = usePermission('requests:process')
  const params = { request_id: request.id }
  const query = useQuery({
    queryKey: ['purchase-requests', 'comments', request.id],
    queryFn: ({ signal }) => call(listPurchaseRequestComments, { params, query: { limit: 50 }, signal }),
  })
  return (
    <Section title={translate('kontor.requests.comments')}>
      {mayComment && <NewComment requestId={request.id} />}
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography color="textSecondary">{translate('kontor.requests.comments_empty')}</Typography>
          ) : (
            items.map((comment) => (
              <Box key={comment.id} sx={{ mt: 1.5 }}>
                <Typography variant="body2" color="textSecondary">
                  {nameOf(comment.actor)} · <Ago at={comment.at} />
                </Typography>
                <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {comment.comment}
                </Typography>
              </Box>
            ))
          )
        }
      </QueryState>
    </Section>
  )
}

function NewComment({ requestId }: { requestId: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  useDirty(useDraft(), text.trim() !== '')
  async function send(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await call(createPurchaseRequestComment, {
        params: { request_id: requestId },
        body: { comment: text.trim() },
      })
      setText('')
      await queryClient.invalidateQueries({ queryKey: ['purchase-requests', 'comments', requestId] })
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack component="form" onSubmit={send} sx={{ gap: 1, mb: 2 }}>
      <TextField
        label={translate('kontor.requests.comment_label')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        slotProps={{ htmlInput: { maxLength: 4000 } }}
      />
      <Button
        type="submit"
        variant="outlined"
        disabled={busy || text.trim() === ''}
        sx={{ alignSelf: 'flex-start' }}
      >
        {translate('kontor.requests.comment_add')}
      </Button>
    </Stack>
  )
}
