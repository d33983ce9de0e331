import { Button, Stack } from '@mui/material'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { Link, useNavigate } from 'react-router-dom'
import type { Operation } from '../../../contract/api/operation.ts'
import { submissionErrors } from '../../i18n/fault-text.ts'
import { useErrorText } from '../answers/error-text.ts'
import { Page } from '../pages/page.tsx'
import { useDraft } from './drafts.ts'
import { FormDraft } from './form-draft.ts'
import { useEditConflict } from './use-edit-conflict.tsx'
import { validateBody } from './validate-body.ts'

type Values = Record<string, unknown>

/** The record that a page edits. */
export function useEditedRecord<T>(resource: string, id: string, read: () => Promise<T>): UseQueryResult<T> {
  return useQuery({
    queryKey: [resource, 'edited', id],
    queryFn: read,
    // The record must not change while the user types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** A form over a whole page that changes a record which somebody else may change first, and then goes back to it. */
export function EditPage<T extends { id: string; version: number }>({
  resource,
  texts,
  name,
  loaded,
  operation,
  read,
  update,
  valuesOf,
  changesOf,
  label,
  show,
  children,
}: {
  resource: string
  /** Where the messages are: `${texts}.edit_title` and `${texts}.saved`. */
  texts: string
  name: string
  loaded: T
  operation: Operation
  /** The record as it is now. */
  read: () => Promise<T>
  update: (body: Values & { version: number }) => Promise<unknown>
  /** The fields that the form has. */
  valuesOf: (record: T) => Values
  /** What is sent: only what differs from the record. */
  changesOf: (typed: Values, base: T) => Values
  label: (path: string) => string
  show: (path: string, value: unknown) => string
  /** The fields, which may depend on the state that the changes are based on. */
  children: (base: T) => ReactNode
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const draft = useDraft()
  const place = `/${resource}/${loaded.id}/show`
  const { base, save, notice } = useEditConflict({ loaded, valuesOf, read, label, show })

  async function submit(typed: Values) {
    try {
      const isSaved = await save(typed, async ({ version }) => {
        const body = changesOf(typed, base)
        if (Object.keys(body).length === 0) return
        await update({ ...body, version })
        notify(`${texts}.saved`, { type: 'success' })
      })
      if (!isSaved) return undefined
      draft.mark(false)
      await queryClient.invalidateQueries({ queryKey: [resource] })
      navigate(place)
      return undefined
    } catch (error) {
      notify(errorText(error), { type: 'error' })
      return submissionErrors(error)
    }
  }

  return (
    <Page title={translate(`${texts}.edit_title`, { name })} parents={[{ to: place, text: name }]}>
      <Form
        noValidate
        defaultValues={valuesOf(loaded)}
        validate={validateBody(operation, (typed) => ({ ...changesOf(typed, base), version: base.version }))}
        onSubmit={submit}
        mode="onTouched"
        reValidateMode="onChange"
      >
        <FormDraft draft={draft} />
        {children(base)}
        {notice}
        <Stack direction="row" sx={{ gap: 1 }}>
          <SaveButton alwaysEnable label={translate('kontor.action.save')} />
          <Button component={Link} to={place}>
            {translate('kontor.action.cancel')}
          </Button>
        </Stack>
      </Form>
    </Page>
  )
}
