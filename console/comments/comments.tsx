import AttachIcon from '@mui/icons-material/AttachFile'
import { Box, Button, Chip, Stack, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import type { Operation } from '../../contract/api/operation.ts'
import { readCommentAttachment } from '../../contract/operations/work/comments.ts'
import { attachmentTypes, type CommentAttachment } from '../../contract/work/comments.ts'
import { request } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { ChooseFiles } from '../shared/files/choose-files.tsx'
import { saveFile } from '../shared/files/save-file.ts'
import { type Draft, useDirty, useDraft } from '../shared/forms/drafts.ts'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { Section } from '../shared/pages/section.tsx'
import { Ago } from '../shared/time/time.tsx'
import type { CommentSubject, ShownComment } from './comment-subjects.ts'
import { type Mentioned, MentionField } from './mention-field.tsx'
import { useAttachments } from './use-attachments.ts'

/** Comments as a section of a page. */
export function Comments({ subject }: { subject: CommentSubject }) {
  const translate = useTranslate()
  return (
    <Section title={translate('kontor.comments.title')}>
      <CommentThread subject={subject} />
    </Section>
  )
}

/** The new comment above, and the others, newest first. A dialog passes a draft, so that it asks before it closes. */
export function CommentThread({ subject, draft }: { subject: CommentSubject; draft?: Draft }) {
  const translate = useTranslate()
  const mayComment = usePermission(subject.permission)
  const query = useQuery({
    queryKey: ['comments', ...subject.key],
    queryFn: ({ signal }) => subject.list({ limit: 50 }, signal),
  })
  return (
    <>
      {mayComment && <NewComment subject={subject} draft={draft} />}
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography color="textSecondary">{translate('kontor.comments.empty')}</Typography>
          ) : (
            items.map((comment) => <Comment key={comment.id} comment={comment} />)
          )
        }
      </QueryState>
    </>
  )
}

function Comment({ comment }: { comment: ShownComment }) {
  const translate = useTranslate()
  const nameOf = useDoerName()
  const { version } = comment
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {nameOf(comment.actor)} · <Ago at={comment.at} />
        {version && ` · ${translate('kontor.comments.of_version', { version })}`}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <WithMentions comment={comment} />
      </Typography>
      {comment.attachments.length > 0 && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 0.5 }}>
          {comment.attachments.map((file) => (
            <Attachment key={file.id} file={file} />
          ))}
        </Stack>
      )}
    </Box>
  )
}

/** The names of those who are mentioned stand out. */
function WithMentions({ comment: { comment, mentions } }: { comment: ShownComment }) {
  const names = mentions.map(({ name }) => `@${name}`.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (names.length === 0) return comment
  let at = 0
  return comment.split(new RegExp(`(${names.join('|')})`, 'iu')).map((part, index) => {
    at += part.length
    return index % 2 === 0 ? (
      part
    ) : (
      <Box key={at} component="strong" sx={{ fontWeight: 600, color: 'primary.main' }}>
        {part}
      </Box>
    )
  })
}

function Attachment({ file }: { file: CommentAttachment }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  async function download() {
    const params = { organization_id: file.organization_id, attachment_id: file.id }
    try {
      const response = await request<Response>(readCommentAttachment as unknown as Operation, { params })
      await saveFile(response, file.name)
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  return (
    <Chip
      size="small"
      icon={<AttachIcon />}
      label={file.name}
      onClick={download}
      aria-label={translate('kontor.comments.download', { name: file.name })}
      sx={{ maxWidth: '100%' }}
    />
  )
}

function NewComment({ subject, draft }: { subject: CommentSubject; draft: Draft | undefined }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [mentioned, setMentioned] = useState<Mentioned[]>([])
  const [busy, setBusy] = useState(false)
  const attached = useAttachments(subject.organizationId)
  const own = useDraft()
  useDirty(draft ?? own, text.trim() !== '' || attached.files.length > 0)

  async function send(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      // A name that was deleted again mentions nobody. The list names those who share their name with others.
      const mentions = mentioned.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
      await subject.create({
        comment: text.trim(),
        mentions: [...new Set(mentions)],
        attachments: attached.files.map(({ id }) => id),
      })
      setText('')
      setMentioned([])
      attached.clear()
      await queryClient.invalidateQueries({ queryKey: ['comments', ...subject.key] })
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Stack component="form" className="not-printed" onSubmit={send} sx={{ gap: 1, mb: 2 }}>
      <MentionField
        text={text}
        onChange={setText}
        onMention={(person) => setMentioned((known) => [...known, person])}
      />
      {(attached.files.length > 0 || attached.uploading) && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {attached.files.map((file) => (
            <Chip
              key={file.id}
              size="small"
              icon={<AttachIcon />}
              label={file.name}
              onDelete={() => attached.remove(file.id)}
              aria-label={translate('kontor.comments.remove', { name: file.name })}
              sx={{ maxWidth: '100%' }}
            />
          ))}
          {attached.uploading && (
            <Typography variant="body2" color="textSecondary" role="status">
              {translate('kontor.comments.uploading', { name: attached.uploading })}
            </Typography>
          )}
        </Stack>
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button
          type="submit"
          variant="outlined"
          disabled={busy || attached.uploading !== null || text.trim() === ''}
        >
          {translate('kontor.comments.add')}
        </Button>
        <ChooseFiles
          color="inherit"
          startIcon={<AttachIcon />}
          kind="attachment"
          accept={attachmentTypes.join(',')}
          multiple
          disabled={attached.uploading !== null}
          onFiles={(chosen) => void attached.add(chosen)}
        >
          {translate('kontor.comments.attach')}
        </ChooseFiles>
      </Stack>
    </Stack>
  )
}
