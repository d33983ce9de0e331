import type { ScreeningReason } from '../../../../contract/organizations/screening.ts'
import type { Reason } from '../matching/screening-index.ts'
import type { Identifier, IdentifierKind } from '../model/entry.ts'

/** Kinds that are, or may be, numbers of identity documents. */
const secretKinds: ReadonlySet<IdentifierKind> = new Set(['passport', 'national', 'other'])
const shownSigns = 3

/** All signs but the last ones are hidden. */
export function maskNumber(value: string): string {
  const signs = [...value]
  return '•'.repeat(Math.max(0, signs.length - shownSigns)) + signs.slice(-shownSigns).join('')
}

/** The number as it may be shown: those of identity documents are masked. */
export function shownIdentifier({ kind, value }: Identifier): string {
  return secretKinds.has(kind) ? maskNumber(value) : value
}

/**
 * Reasons as the API shows them. A list may call a number a tax number that is the passport of our party: a number that is
 * secret on one side (`own` are the identifiers of the party) is masked.
 */
export function shownReasons(reasons: readonly Reason[], own: readonly Identifier[] = []): ScreeningReason[] {
  const secrets = new Set(own.filter(({ kind }) => secretKinds.has(kind)).map(({ value }) => value))
  const shown = reasons.map((reason) => shownReason(reason, secrets))
  // A number that was asked for as several kinds is equal once.
  return [...new Map(shown.map((reason) => [JSON.stringify(reason), reason])).values()]
}

function shownReason(reason: Reason, secrets: ReadonlySet<string>): ScreeningReason {
  switch (reason.code) {
    case 'identifier_equal': {
      const { code, kind, value } = reason
      return { code, kind, value: secrets.has(value) ? maskNumber(value) : shownIdentifier({ kind, value }) }
    }
    case 'address_equal':
      return { code: reason.code, value: reason.address }
    case 'name': {
      const { listed, agreed, ...rest } = reason
      return {
        ...rest,
        listed_name: listed,
        agreed: agreed.map(({ a, b, how }) => ({ own: a, listed: b, how })),
      }
    }
    case 'birth_date':
      return { ...reason, own: [reason.own] }
    case 'country':
      return reason
  }
}
