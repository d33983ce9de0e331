import { foldText } from '../../contract/values/text-folding.ts'
import type { FoundItem } from '../../contract/work/search.ts'
import type { Feature } from '../shared/pages/feature.ts'

/** Something that the palette leads to. */
export interface Choice {
  key: string
  group: string
  title: string
  subtitle: string | null
  to: string
}

export function placeOf({ kind, id, organization_id }: FoundItem): string {
  const organization = `/organizations/${organization_id}/show`
  switch (kind) {
    case 'purchase_request':
      return `/purchase-requests/${id}/show`
    case 'organization':
      return organization
    case 'person':
      return `${organization}/people`
    case 'document':
      return `${organization}/documents`
    case 'wallet':
      return `${organization}/wallets`
    case 'transfer':
      return `/transfers/${id}/show`
    case 'statement_line':
      return `/statement-lines?filter={}&line=${id}`
    case 'administrator':
      return '/administrators'
    case 'audit_object':
      return `/audit-events?filter=${encodeURIComponent(JSON.stringify({ object_id: id }))}`
  }
}

/** The actions and pages that the role may open and whose name fits. */
export function pageChoices(
  features: readonly Feature[],
  {
    q,
    permissions,
    translate,
  }: { q: string; permissions: ReadonlySet<string>; translate: (key: string) => string },
): Choice[] {
  const folded = foldText(q)
  const fits = (title: string) => ` ${foldText(title)}`.includes(` ${folded}`)
  const actions = features
    .flatMap(({ actions = [] }) => actions)
    .map((entry) => ({ ...entry, group: 'actions', title: translate(`kontor.palette.action.${entry.name}`) }))
  const pages = features
    .flatMap(({ menu = [] }) => menu)
    .map((entry) => ({ ...entry, group: 'pages', title: translate(`kontor.menu.${entry.name}`) }))
  return [...actions, ...pages]
    .filter(({ permission, title }) => permissions.has(permission) && fits(title))
    .map(({ to, group, title }) => ({
      key: to,
      group: translate(`kontor.palette.${group}`),
      title,
      subtitle: null,
      to,
    }))
}
