import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import type { Act } from '../../contract/api/acts.ts'
import { isObject } from '../../contract/api/common.ts'
import type { ApprovalResponse } from '../../contract/control/approvals.ts'
import type { PolicyRule } from '../../contract/control/policy.ts'
import { type Alike, AlikeAddresses } from '../address-book/alike-addresses.tsx'
import { OrganizationName } from '../shared/names/organization-name.tsx'
import { formatDuration } from '../shared/time/duration.ts'
import { useFormatDate, useFormatTime } from '../shared/time/time.tsx'
import { Detail } from '../shared/values/details.tsx'
import { GroupedAddress } from '../shared/values/grouped-address.tsx'
import { useFormatAmount } from '../shared/values/money.ts'
import { monospace } from '../shared/values/mono.tsx'
import { BatchContent } from '../transfers/intent/batch-content.tsx'
import { IntentContent, ReleaseContent } from '../transfers/intent/intent-content.tsx'
import { PolicyDifference } from './policy/policy-difference.tsx'

type Content = ApprovalResponse['content']

/** What is voted on, as labelled rows. */
export function ApprovalContent({ approval }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const label = useLabel(approval.act)
  const shown = useValue(approval.act)
  const { act, content, subject, status } = approval
  if (act === 'policy.change') {
    const isOpen = status === 'waiting' || status === 'approved'
    return (
      <Detail label={translate('kontor.approval_content.rules')} wide>
        <PolicyDifference rules={content.rules as PolicyRule[]} version={isOpen ? subject.version : null} />
      </Detail>
    )
  }
  if (subject.type === 'transfer_batch') return <BatchContent approval={approval} />
  if (act === 'transfer.sign') return <IntentContent approval={approval} />
  if (act === 'transfer.release') return <ReleaseContent approval={approval} />
  return namesIn(content).map((name) => (
    <Detail key={name} label={label(name)} wide={wide.has(name)}>
      {shown(name, content[name], content)}
    </Detail>
  ))
}

/** What an amount is depends on the act. */
function useLabel(act: Act): (name: string) => string {
  const translate = useTranslate()
  return (name) =>
    translate(`kontor.approval_label.${act}.${name}`, {
      _: translate(`kontor.approval_content.${name}`, { _: name.replaceAll('_', ' ') }),
    })
}

/** The order in which people read; the database keeps none. */
const order = [
  'what',
  'from',
  'to',
  'party',
  'party_kind',
  'organization',
  'entry',
  'list',
  'entry_id',
  'kind_before',
  'entries',
  'added',
  'changed',
  'removed',
  'removed_names',
  'weakened',
  'score',
  'amount',
  'missing',
  'received',
  'total',
  'crypto_amount',
  'delivery',
  'rate',
  'network',
  'address',
  'destination',
  'resembles',
  'compared_in_full',
  'label',
  'owner',
  'ownership',
  'cooling_off',
]
const wide = new Set([
  'accounts',
  'items',
  'orders',
  'address',
  'destination',
  'url',
  'event_types',
  'tx_hash',
  'content_hash',
  'sha256',
  'removed_names',
  'reason',
  'warnings',
  'resembles',
])

function namesIn(content: Content): string[] {
  const names = Object.keys(content).filter((name) => content[name] !== null && !partOfOthers.has(name))
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return names.toSorted((a, b) => place(a) - place(b))
}

/** Shown with the amount that they are the unit of, as the name of the object, or with who asked. */
const partOfOthers = new Set(['currency', 'asset', 'number', 'api_key'])

/** Values that have a name in the console, by the table of their texts. */
const named: Record<string, string> = {
  what: 'kontor.approval_content.what_value',
  kind: 'kontor.document_kind',
  decision: 'kontor.document_status',
  warnings: 'kontor.kyb_warning',
  reason_code: 'kontor.rejection_reason',
  network: 'kontor.network',
  role: 'kontor.roles',
  party_kind: 'kontor.subject_kind',
  ownership: 'kontor.approval_content.ownership_value',
}

/** Values whose texts depend on the act. */
const ofAct: Record<string, string> = {
  'request.refund reason_code': 'kontor.request_reason',
  'screening.import kind': 'kontor.list_kind',
  'screening.import kind_before': 'kontor.list_kind',
}

/** Amounts in the currency of the content. */
const money = new Set(['amount', 'rate', 'missing', 'received', 'sent', 'total', 'left'])

function useValue(act: Act): (name: string, value: unknown, content: Content) => ReactNode {
  const label = useLabel(act)
  const translate = useTranslate()
  const amount = useFormatAmount()
  const time = useFormatTime()
  const day = useFormatDate()
  const locale = useLocale()
  function shown(name: string, value: unknown, content: Content): ReactNode {
    if (name === 'resembles')
      return (
        <AlikeAddresses alike={{ ...content, address: content.address ?? content.destination } as Alike} />
      )
    if (Array.isArray(value))
      return joined(
        value.map((one) => shown(name, one, content)),
        value.some(isObject) ? '; ' : ', ',
      )
    if (typeof value === 'boolean') return translate(`kontor.approval_content.${value ? 'yes' : 'no'}`)
    if (isObject(value)) {
      const of: Content = value
      const names = namesIn(of).filter((part) => part !== 'account')
      // What it is about comes first.
      const parts = ['account', 'number', ...names].filter((part) => of[part] != null)
      const texts = parts.map((part) =>
        joined([label(part), shown(part, of[part], { ...content, ...of })], ': '),
      )
      return joined(texts, ' · ')
    }
    const text = String(value)
    if (money.has(name)) return amount(text, String(content.currency))
    if (name === 'crypto_amount' || name === 'delivery') return amount(text, String(content.asset))
    if (name === 'cooling_off')
      return value === 0
        ? translate('kontor.approval_content.no_cooling_off')
        : formatDuration(Number(value), locale)
    if (name === 'address' || name === 'destination') return <GroupedAddress address={text} />
    if (name === 'url' || name === 'tx_hash' || name === 'content_hash' || name === 'sha256')
      return <Code>{text}</Code>
    if (name.endsWith('_at')) return time(text)
    // The status of a hit, the KYB status and the role of somebody change from one to another.
    if (name === 'booked_on' || name === 'order_day' || name === 'date') return day(text)
    if (name === 'from' || name === 'to') {
      if (act === 'statement.import') return day(text)
      if (act === 'screening.decide') return translate(`kontor.hit_status.${text}`, { _: text })
      return translate(`kontor.kyb_status.${text}`, { _: translate(`kontor.roles.${text}`, { _: text }) })
    }
    if (act === 'wallet.replace' && name === 'networks')
      return translate(`kontor.network.${text}`, { _: text })
    if (name === 'organization_id') return <OrganizationName id={text} />
    const table = ofAct[`${act} ${name}`] ?? named[name]
    return table ? translate(`${table}.${text}`, { _: text }) : text
  }
  return shown
}

function joined(nodes: ReactNode[], separator: string): ReactNode {
  const [first, ...others] = nodes
  return others.reduce(
    (before, node) => (
      <>
        {before}
        {separator}
        {node}
      </>
    ),
    first,
  )
}

function Code({ children }: { children: ReactNode }) {
  return (
    <Box component="code" translate="no" sx={{ fontFamily: monospace }}>
      {children}
    </Box>
  )
}
