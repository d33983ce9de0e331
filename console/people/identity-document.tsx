import { Button, Tooltip, Typography } from '@mui/material'
import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { readIdentityDocument } from '../../contract/operations/organizations/organization-people.ts'
import type { OrganizationPersonResponse } from '../../contract/organizations/organization-people.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { useFormatDate } from '../shared/time/time.tsx'
import { CopyButton } from '../shared/values/copy-button.tsx'

/** An identity document. Its number is masked until somebody asks for it, which is recorded. */
export function IdentityDocument({ person }: { person: OrganizationPersonResponse }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const date = useFormatDate()
  const mayRead = usePermission('organizations:decide_kyb')
  const [number, setNumber] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { identity_document: document } = person
  if (!document) return null

  async function show() {
    setBusy(true)
    try {
      const params = { organization_id: person.organization_id, person_id: person.id }
      setNumber((await call(readIdentityDocument, { params })).number)
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }

  const text = (name: string) => translate(`kontor.people.${name}`)
  return (
    <>
      {translate(`kontor.identity_document_type.${document.type}`)}{' '}
      <span translate="no">{number ?? document.number}</span>
      {number !== null && <CopyButton text={number} what={text('fields.document_number')} />}
      {document.issued_on && (
        <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
          {translate('kontor.people.issued', { date: date(document.issued_on) })}
        </Typography>
      )}
      {mayRead && (
        <Tooltip title={text('show_audited')}>
          <Button
            size="small"
            disabled={isBusy}
            aria-label={`${text(number === null ? 'show' : 'hide')}: ${person.name}`}
            onClick={() => (number === null ? void show() : setNumber(null))}
            sx={{ display: 'block', p: 0.25, minWidth: 0 }}
          >
            {text(number === null ? 'show' : 'hide')}
          </Button>
        </Tooltip>
      )}
    </>
  )
}
