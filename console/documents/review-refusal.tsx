import { Alert } from '@mui/material'
import { useTranslate } from 'react-admin'
import { KontorError } from '../../client/src/errors.ts'
import { Refusal } from '../shared/answers/refusal.tsx'

/** Why a decision was refused; that the file was replaced meanwhile is the usual reason. */
export function ReviewRefusal({ error }: { error: unknown }) {
  const translate = useTranslate()
  return error instanceof KontorError && error.code === 'version_conflict' ? (
    <Alert severity="error">{translate('kontor.documents.replaced')}</Alert>
  ) : (
    <Refusal error={error} />
  )
}
