import { expect, test } from 'vitest'
import { requiredKinds } from '../../contract/organizations/documents.ts'
import type { DocumentSlots } from '../../contract/organizations/documents-summary.ts'
import {
  approvalBlockers,
  completionBlockers,
  type GateInput,
} from '../../server/features/purchase-requests/request/approval-gate.ts'

const now = new Date('2026-03-01T12:00:00Z')

const approved = { status: 'approved', expires_on: null } as const
const organization = {
  id: 'org',
  type: 'legal' as const,
  kyb_status: 'approved',
  registry_status: 'active',
  liquidation_date: null as string | null,
  document_slots: Object.fromEntries(requiredKinds('legal').map((kind) => [kind, approved])) as DocumentSlots,
}

function input(overrides: Partial<GateInput> = {}): GateInput {
  return {
    organization,
    wallet: { id: 'wallet' },
    request: {
      network: 'tron',
      fiat_currency: 'RUB',
      total_amount: '1000000.00',
      quote_expires_at: new Date('2026-03-01T12:00:01Z'),
    },
    separated: undefined,
    documents: 'documents',
    screening: [],
    now,
    ...overrides,
  }
}

const codes = (overrides: Partial<GateInput>) => approvalBlockers(input(overrides)).map((one) => one.code)

test('a request without blockers is approved', () => {
  expect(approvalBlockers(input())).toEqual([])
})

test('what the lists say blocks an approval', () => {
  const hit = { code: 'screening_hit', detail: 'A list may name it.', hit_id: 'hit' } as const
  expect(approvalBlockers(input({ screening: [hit] }))).toEqual([hit])
})

test('all blockers are reported, with what is needed to resolve them', () => {
  const blockers = approvalBlockers(
    input({
      organization: {
        ...organization,
        kyb_status: 'suspended',
        registry_status: 'liquidated',
        document_slots: {
          charter: approved,
          'inn-certificate': { status: 'pending', expires_on: null },
          'ogrn-certificate': { status: 'rejected', expires_on: null },
          'kyc-representative': { status: 'approved', expires_on: '2026-02-28' },
          other: { status: 'rejected', expires_on: null },
        },
      },
      wallet: undefined,
      separated: {
        by: 'took_into_review',
        personId: 'anna',
        person: 'Anna',
        isOtherAccount: true,
        able: [{ id: 'boris', name: 'Boris' }],
        commands: [],
        amounts: { RUB: '1000000' },
      },
      request: { network: 'tron', fiat_currency: 'RUB', total_amount: '1000000.01', quote_expires_at: now },
    }),
  )
  expect(blockers).toMatchObject([
    { code: 'kyb_not_approved', organization_id: 'org', kyb_status: 'suspended' },
    { code: 'organization_liquidated', organization_id: 'org' },
    { code: 'document_pending', kind: 'inn-certificate' },
    { code: 'document_rejected', kind: 'ogrn-certificate' },
    { code: 'document_missing', kind: 'bank-details' },
    { code: 'document_expired', kind: 'kyc-representative' },
    { code: 'wallet_missing', network: 'tron' },
    { code: 'quote_expired', quote_expires_at: now.toISOString() },
    {
      code: 'second_administrator',
      detail:
        'Another administrator than the one who took it into review or changed it must approve. It was Anna, and your account counts as the same person. These people may: Boris.',
      reviewer_id: 'anna',
      reviewer_name: 'Anna',
      because: 'lineage',
      able: 'Boris',
      threshold: '1000000',
    },
  ])
})

test('a past liquidation date blocks, a future one does not', () => {
  expect(codes({ organization: { ...organization, liquidation_date: '2026-03-01' } })).toEqual([
    'organization_liquidated',
  ])
  expect(codes({ organization: { ...organization, liquidation_date: '2026-03-02' } })).toEqual([])
})

test('a sole trader needs no charter, and a document is valid until the end of its last day', () => {
  const { charter: _, ...slots } = organization.document_slots
  expect(codes({ organization: { ...organization, document_slots: slots } })).toEqual(['document_missing'])
  const lastDay = { ...slots, 'bank-details': { status: 'approved' as const, expires_on: '2026-03-01' } }
  expect(codes({ organization: { ...organization, type: 'individual', document_slots: lastDay } })).toEqual(
    [],
  )
})

test('completion is blocked for a suspended or rejected organization', () => {
  const paid = {
    status: 'paid',
    asset: 'USDT',
    crypto_amount: '1',
    fiat_currency: 'RUB',
    fiat_amount: '90.00',
    fee_amount: '10.00',
    total_amount: '100.00',
    received_amount: '100.00',
    refunded_amount: '0',
    moved_amount: '0',
    delivered_amount: '0',
    version: 3,
  } as const
  const blockersOf = (kyb_status: string) =>
    completionBlockers({ ...organization, kyb_status }, paid, { delivered: '1', payers: [] }, [])
  expect(['suspended', 'rejected'].map((status) => blockersOf(status).length)).toEqual([1, 1])
  expect(['approved', 'in_review', 'new'].flatMap(blockersOf)).toEqual([])
  const hit = { code: 'screening_hit', detail: 'A list may name it.', hit_id: 'hit' } as const
  const money = { delivered: '1', payers: [] }
  expect(completionBlockers(organization, paid, money, [hit])).toEqual([hit])
})
