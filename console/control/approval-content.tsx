import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { useLocale, useTranslate } from 'react-admin'
import type { ApprovalResponse } from '../../contract/approvals.ts'
import { isObject } from '../../contract/common.ts'
import type { PolicyRule } from '../../contract/policy.ts'
import { Detail } from '../shared/details.tsx'
import { formatDuration } from '../shared/duration.ts'
import { GroupedAddress } from '../shared/grouped-address.tsx'
import { useFormatAmount } from '../shared/money.ts'
import { monospace } from '../shared/mono.tsx'
import { useFormatTime } from '../shared/time.tsx'
import { IntentContent, ReleaseContent } from '../transfers/intent/intent-content.tsx'
import { PolicyDifference } from './policy-difference.tsx'

type Content = ApprovalResponse['content']

/** What is voted on, as labelled rows. */
export function ApprovalContent({ approval }: { approval: ApprovalResponse }) {
  const translate = useTranslate()
  const shown = useValue()
  const { act, content, subject, status } = approval
  if (act === 'policy.change') {
    const isOpen = status === 'waiting' || status === 'approved'
    return (
      <Detail label={translate('kontor.approval_content.rules')} wide>
        <PolicyDifference rules={content.rules as PolicyRule[]} version={isOpen ? subject.version : null} />
      </Detail>
    )
  }
  if (act === 'transfer.sign') return <IntentContent approval={approval} />
  if (act === 'transfer.release') return <ReleaseContent approval={approval} />
  // What an amount is depends on the act.
  const label = (name: string) =>
    translate(`kontor.approval_label.${act}.${name}`, {
      _: translate(`kontor.approval_content.${name}`, { _: name.replaceAll('_', ' ') }),
    })
  return namesIn(content).map((name) => (
    <Detail key={name} label={label(name)} wide={wide.has(name)}>
      {shown(name, content[name], approval)}
    </Detail>
  ))
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
  'label',
  'owner',
  'ownership',
  'cooling_off',
]
const wide = new Set(['address', 'destination', 'url', 'event_types', 'tx_hash', 'reason'])

function namesIn(content: Content): string[] {
  const names = Object.keys(content).filter((name) => content[name] !== null && !partOfOthers.has(name))
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return names.toSorted((a, b) => place(a) - place(b))
}

/** Shown with the amount that they are the unit of, or as the name of the object. */
const partOfOthers = new Set(['currency', 'asset', 'number'])

/** Values that have a name in the console, by the table of their texts. */
const named: Record<string, string> = {
  what: 'kontor.approval_content.what_value',
  kind: 'kontor.document_kind',
  decision: 'kontor.document_status',
  reason_code: 'kontor.rejection_reason',
  network: 'kontor.network',
  role: 'kontor.roles',
  party_kind: 'kontor.subject_kind',
  ownership: 'kontor.approval_content.ownership_value',
}

/** Amounts in the currency of the content. */
const money = new Set(['amount', 'rate', 'missing', 'received', 'total', 'left'])

function useValue(): (
  name: string,
  value: unknown,
  approval: Pick<ApprovalResponse, 'act' | 'content'>,
) => ReactNode {
  const translate = useTranslate()
  const amount = useFormatAmount()
  const time = useFormatTime()
  const locale = useLocale()
  function shown(
    name: string,
    value: unknown,
    approval: Pick<ApprovalResponse, 'act' | 'content'>,
  ): ReactNode {
    const { act, content } = approval
    if (Array.isArray(value))
      return value
        .map((one) => shown(name, one, approval))
        .map(textOf)
        .join(', ')
    if (typeof value === 'boolean') return translate(`kontor.approval_content.${value ? 'yes' : 'no'}`)
    if (isObject(value)) {
      return Object.entries(value)
        .map(([part, one]) => `${part}: ${textOf(shown(part, one, approval))}`)
        .join(' · ')
    }
    const text = String(value)
    if (money.has(name)) return amount(text, String(content.currency))
    if (name === 'crypto_amount' || name === 'delivery') return amount(text, String(content.asset))
    if (name === 'cooling_off')
      return value === 0
        ? translate('kontor.approval_content.no_cooling_off')
        : formatDuration(Number(value), locale)
    if (name === 'address' || name === 'destination') return <GroupedAddress address={text} />
    if (name === 'url' || name === 'tx_hash') return <Code>{text}</Code>
    if (name.endsWith('_at')) return time(text)
    // The status of a hit, the KYB status and the role of somebody change from one to another.
    if (name === 'from' || name === 'to') {
      if (act === 'screening.decide') return translate(`kontor.hit_status.${text}`, { _: text })
      return translate(`kontor.kyb_status.${text}`, { _: translate(`kontor.roles.${text}`, { _: text }) })
    }
    if (act === 'wallet.replace' && name === 'networks')
      return translate(`kontor.network.${text}`, { _: text })
    const table = act === 'request.refund' && name === 'reason_code' ? 'kontor.request_reason' : named[name]
    return table ? translate(`${table}.${text}`, { _: text }) : text
  }
  return shown
}

function textOf(node: ReactNode): string {
  return typeof node === 'string' ? node : ''
}

function Code({ children }: { children: ReactNode }) {
  return (
    <Box component="code" translate="no" sx={{ fontFamily: monospace }}>
      {children}
    </Box>
  )
}
