import { useTranslate } from 'react-admin'
import { ForeignAnswerError, KontorError } from '../../../client/src/errors.ts'
import { passkeyErrorKey } from '../../api/passkeys.ts'
import { countingText } from '../../i18n/counting-text.ts'
import { faultMessage } from '../../i18n/fault-text.ts'
import { currentLocale, translate as translateNow } from '../../i18n/i18n-provider.ts'
import { formatAmount } from '../values/amounts.ts'

/** Refusals that say who is counted as a different person, and who not. */
const aboutPeople = ['four_eyes', 'not_eligible', 'policy_unsatisfiable', 'founding_closed']

type Translate = (key: string, options?: Record<string, unknown>) => string

/** Whether the service did not respond at all. */
export function isNoResponse(error: unknown): boolean {
  return !(error instanceof KontorError) && noAnswerKey(error) === 'kontor.connection.lost'
}

/** What is said of an error that is no refusal of the service. */
function noAnswerKey(error: unknown): string {
  if (error instanceof ForeignAnswerError) return 'kontor.connection.foreign'
  return passkeyErrorKey(error) ?? 'kontor.connection.lost'
}

/** The message of an error in the current language. */
export function errorText(error: unknown, translate: Translate = translateNow): string {
  if (!(error instanceof KontorError)) return translate(noAnswerKey(error))
  if (error.faults.length > 0) return error.faults.map(faultMessage).join(' · ')
  const generic = () => translate('kontor.failure.generic', { request: error.requestId ?? '–' })
  if (error.status === 500) return generic()
  const text = translate(`kontor.errors.${error.code}`, {
    ...(error.code === 'limit_exceeded' ? limitText(error.context) : error.context),
    seconds: error.retryAfter ?? 60,
    // For an unknown code, the sentence of the service is shown.
    _: error.message || generic(),
  })
  // A sign-in that is refused while accounts are locked.
  if (error.context.restored === true) return `${text} ${translate('kontor.sign_in.restored')}`
  if (error.code === 'match_uncertain')
    return [text, translate(`kontor.match_doubt.${error.context.reason}`, { _: '' })].join(' ').trim()
  if (aboutPeople.includes(error.code)) return [text, ...countingText(error.context)].join(' ')
  return error.code === 'duplicate'
    ? translate(`kontor.duplicates.${error.context.reason}`, { _: text })
    : text
}

export function useErrorText(): (error: unknown) => string {
  const translate = useTranslate()
  return (error) => errorText(error, translate)
}

/** The limit, what has been used of it, and when the oldest of that is 24 hours old. */
function limitText({ limit, used, currency, resets_at }: Readonly<Record<string, unknown>>) {
  const locale = currentLocale()
  const amount = (value: unknown) =>
    typeof currency === 'string' ? formatAmount(String(value), currency, locale) : String(value)
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    limit: amount(limit),
    used: amount(used),
    resets: typeof resets_at === 'string' ? format.format(new Date(resets_at)) : '–',
  }
}
