import { Alert } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import type { KontorError } from '../../../client/src/errors.ts'

/** For `explain` of a dialog: the request was loaded again, so that sending once more is a new decision. */
export function explainConflict({ code }: KontorError): ReactNode {
  return code === 'version_conflict' ? <VersionConflict /> : undefined
}

function VersionConflict() {
  const translate = useTranslate()
  return <Alert severity="warning">{translate('kontor.deal.conflict')}</Alert>
}
