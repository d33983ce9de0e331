import { useState } from 'react'
import { useLocale, useNotify, useTranslate } from 'react-admin'
import { uploadCommentAttachment } from '../../contract/operations/work/comments.ts'
import { type CommentAttachment, mostAttachments } from '../../contract/work/comments.ts'
import { call } from '../api/client.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { fileFault } from '../shared/files/file-check.ts'

/** Files for a new comment. They are uploaded at once, so that sending the comment cannot fail because of them. */
export function useAttachments(organizationId: string) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' })
  const [files, setFiles] = useState<CommentAttachment[]>([])
  const [uploading, setUploading] = useState<string | null>(null)

  async function upload(file: File): Promise<void> {
    const fault = await fileFault(file, 'other')
    if (fault) {
      const accepted = 'accepted' in fault ? list.format(fault.accepted) : ''
      notify(`${file.name}: ${translate(`kontor.faults.${fault.code}`, { accepted })}`, { type: 'error' })
      return
    }
    setUploading(file.name)
    try {
      const body = new FormData()
      body.set('file', file)
      const made = await call(uploadCommentAttachment, { params: { organization_id: organizationId }, body })
      setFiles((known) => [...known, made])
    } catch (error) {
      notify(`${file.name}: ${errorText(error)}`, { type: 'error' })
    } finally {
      setUploading(null)
    }
  }

  return {
    files,
    uploading,
    async add(chosen: readonly File[]): Promise<void> {
      const room = mostAttachments - files.length
      if (chosen.length > room)
        notify(translate('kontor.comments.too_many', { most: mostAttachments }), { type: 'warning' })
      for (const file of chosen.slice(0, room)) await upload(file)
    },
    remove: (id: string) => setFiles((known) => known.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  }
}
