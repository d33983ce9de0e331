import { useTranslate } from 'react-admin'
import { ApiError } from '../api/api-error.ts'
import { translate as translateNow } from '../i18n/i18n-provider.ts'
import { faultMessage, sentenceText } from './faults.ts'

type Translate = (key: string, options?: Record<string, unknown>) => string

/** What to tell a person about a failure, in their language where there are words for it. */
export function errorText(error: unknown, translate: Translate = translateNow): string {
  if (!(error instanceof ApiError)) return translate('kontor.connection.lost')
  if (error.faults.length > 0) return error.faults.map(faultMessage).join(' · ')
  const generic = () => translate('kontor.errors.generic', { request: error.requestId ?? '–' })
  if (error.status === 500) return generic()
  // One code can have several sentences, such as what there is a duplicate of.
  return (
    sentenceText(error.message) ??
    translate(`kontor.errors.${error.code}`, {
      seconds: error.retryAfter ?? 60,
      _: error.message || generic(),
    })
  )
}

export function useErrorText(): (error: unknown) => string {
  const translate = useTranslate()
  return (error) => errorText(error, translate)
}
