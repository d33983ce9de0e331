// @ts-expect-error: it has no types
import Polyglot from 'node-polyglot'
import { describe, expect, test } from 'vitest'
import { draftOf, ruleOf } from '../../console/control/policy/draft-rules.ts'
import { differenceOf, mergeRules } from '../../console/control/policy/rule-difference.ts'
import { ruleSentence } from '../../console/control/policy/rule-sentence.ts'
import {
  awayPeople,
  doneAlone,
  newPeople,
  withoutSecondFactor,
} from '../../console/control/security-facts.ts'
import { own as english } from '../../console/messages.en.ts'
import { own as russian } from '../../console/messages.ru.ts'
import { type Act, actNames, definitionOf } from '../../contract/api/acts.ts'
import { roles } from '../../contract/api/roles.ts'
import { allowedAddresses, type PolicyRule } from '../../contract/control/policy.ts'
import { fc } from '../support/cases/properties.ts'

function sentenceIn(locale: 'en' | 'ru', rule: PolicyRule): string {
  const polyglot = new Polyglot({ locale, phrases: { kontor: locale === 'en' ? english : russian } })
  const translate = (key: string, values = {}) => polyglot.t(key, values)
  return ruleSentence(rule, { locale, translate }).replaceAll(/[\u00a0\u202f]/g, ' ')
}

describe('a rule as a sentence', () => {
  test.each<[PolicyRule, string, string]>([
    [
      { act: 'wallet.reveal', approvals: 1, from: ['owner', 'custodian'] },
      'Revealing secrets (break-glass) needs 1 approval from an owner or a custodian and a sign-in not older than 15 minutes.',
      'Аварийное раскрытие секретов — требуется: 1 согласование (владелец или кастодиан) и вход не старше 15 мин.',
    ],
    [
      { act: 'api_key.create', approvals: 2, from: ['officer'], fresh: { max_age: 3600, passkey: true } },
      'Creating an API key needs 2 approvals from compliance officers and a confirmation with a passkey not older than 1 hour.',
      'Создание ключа API — требуется: 2 согласования (комплаенс-офицер) и подтверждение ключом доступа не старше 1 ч.',
    ],
    [
      {
        act: 'request.approve',
        when: { amount_at_least: { RUB: '1000000', USD: '10000.5' } },
        separate: 'took_into_review',
        reason: 'required',
      },
      'Approving a request of at least 1,000,000.00 RUB or 10,000.50 USD needs somebody other than who took it into review, a reason, and a sign-in not older than 12 hours. Any amount in another currency counts as above it.',
      'Одобрение заявки от 1 000 000,00 RUB или 10 000,50 USD — требуется: другой исполнитель, чем взявший на проверку, указание причины и вход не старше 12 ч. Любая сумма в другой валюте считается превышающей порог.',
    ],
    [
      { act: 'request.approve', limit: { per: 'organization', times: 5, sums: { RUB: '7' } } },
      'Approving a request needs a sign-in not older than 12 hours. It can be done 5 times in 24 hours for one organization. In 24 hours, it can be done for one organization for at most 7.00 RUB in total, and for nothing in other currencies.',
      'Одобрение заявки — требуется: вход не старше 12 ч. По одной организации — не более 5 раз за 24 часа. По одной организации за 24 часа — всего не более 7,00 RUB; в других валютах нельзя.',
    ],
    [
      { act: 'screening.import', when: { removes_at_least: 10 }, approvals: 1, from: ['officer'] },
      'Importing a sanctions list that removes 10 entries or more needs 1 approval from a compliance officer and a sign-in not older than 12 hours.',
      'Загрузка перечня с исключением 10 записей и более — требуется: 1 согласование (комплаенс-офицер) и вход не старше 12 ч.',
    ],
    [
      { act: 'address.add', cooling_off: 86_400, only: 'proven' },
      'Adding an address needs a sign-in not older than 15 minutes. Coins are sent only to own wallets and to addresses whose owner has signed a message. A new address can be used after 24 hours.',
      'Добавление адреса — требуется: вход не старше 15 мин. Отправка — только на собственные кошельки и адреса, владелец которых подписал сообщение. Новый адрес доступен для отправки через 24 ч.',
    ],
  ])('%j', (rule, inEnglish, inRussian) => {
    expect(sentenceIn('en', rule)).toBe(inEnglish)
    expect(sentenceIn('ru', rule)).toBe(inRussian)
  })

  test('an amount that is being typed is left open', () => {
    const rule = { act: 'request.approve', when: { amount_above: { RUB: '12a' } } } as const
    expect(sentenceIn('en', rule)).toContain('above … RUB')
  })
})

const amounts = fc.dictionary(fc.constantFrom('RUB', 'USD', 'EUR'), fc.constantFrom('1', '2.5', '1000000'), {
  minKeys: 1,
})
const rules: fc.Arbitrary<PolicyRule> = fc
  .record({
    act: fc.constantFrom(...actNames),
    approvals: fc.nat({ max: 5 }),
    from: fc.subarray(roles, { minLength: 1 }),
    max_age: fc.option(fc.integer({ min: 60, max: 43_200 }), { nil: undefined }),
    passkey: fc.boolean(),
    isSeparate: fc.boolean(),
    atLeast: fc.option(amounts, { nil: undefined }),
    above: fc.option(amounts, { nil: undefined }),
    removes: fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: undefined }),
    per: fc.option(fc.constantFrom('person' as const, 'organization' as const), { nil: undefined }),
    times: fc.integer({ min: 1, max: 99 }),
    sums: fc.option(amounts, { nil: undefined }),
    isReasonRequired: fc.boolean(),
    coolingOff: fc.option(fc.integer({ min: 60, max: 7_776_000 }), { nil: undefined }),
    only: fc.option(fc.constantFrom(...allowedAddresses), { nil: undefined }),
  })
  .map((one) => {
    const { separations, hasAmount, removesEntries } = definitionOf(one.act as Act)
    const { act, approvals, from, max_age, passkey, per, times } = one
    const [atLeast, above, sums] = hasAmount ? [one.atLeast, one.above, one.sums] : []
    const removes = removesEntries ? one.removes : undefined
    const [separate] = one.isSeparate ? separations : []
    return {
      act,
      ...((atLeast || above || removes !== undefined) && {
        when: {
          ...(atLeast && { amount_at_least: atLeast }),
          ...(above && { amount_above: above }),
          ...(removes !== undefined && { removes_at_least: removes }),
        },
      }),
      ...((max_age || passkey) && { fresh: { ...(max_age && { max_age }), ...(passkey && { passkey }) } }),
      ...(approvals > 0 && { approvals, from }),
      ...(separate && { separate }),
      ...(per && { limit: { per, times, ...(sums && { sums }) } }),
      ...(one.isReasonRequired && { reason: 'required' as const }),
      ...(act === 'address.add' && {
        ...(one.coolingOff !== undefined && { cooling_off: one.coolingOff }),
        ...(one.only && { only: one.only }),
      }),
    }
  })

test('the form shows every rule of a policy and gives it back unchanged', () => {
  fc.assert(
    fc.property(rules, fc.constantFrom('en', 'ru'), (rule, locale) => {
      expect(ruleOf(draftOf(rule), locale)).toEqual(rule)
    }),
  )
})

describe('two people who change the policy at the same time', () => {
  const rule = (act: Act): PolicyRule => ({ act, approvals: 1, from: ['owner'] })
  test('both changes are kept', () => {
    const before = [rule('wallet.reveal'), rule('document.review')]
    const mine = [rule('wallet.reveal'), rule('document.review'), rule('webhook.save')]
    const theirs = [
      { from: ['owner'], approvals: 1, act: 'document.review' } as PolicyRule,
      rule('policy.change'),
    ]
    expect(mergeRules(mine, before, theirs)).toEqual([
      rule('document.review'),
      rule('webhook.save'),
      rule('policy.change'),
    ])
  })

  test('a merge with what has not changed is what was edited', () => {
    fc.assert(
      fc.property(fc.array(rules), fc.array(rules), (mine, before) => {
        expect(mergeRules(mine, before, before)).toEqual(mine)
        const { removed, added, kept } = differenceOf(before, mine)
        expect(removed.length + kept.length).toBe(before.length)
        expect(added.length + kept.length).toBe(mine.length)
      }),
    )
  })
})

describe('what an owner should look at', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  const person = {
    id: '1',
    email: 'a@example.com',
    name: 'A',
    role: 'owner' as const,
    status: 'active' as const,
    otp_enabled: false,
    passkeys: 0,
    disabled_because: null,
    managed_by: null,
    independence: { independent: true, because: [], counts_as: [], way_out: null, command: null },
    last_login_at: '2026-05-31T00:00:00Z',
    link_expires_at: null,
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
    created_by: 'B',
    updated_at: '2026-01-01T00:00:00Z',
  }

  test('acts that no rule, or only a conditional one, gives to two people', () => {
    const conditional: PolicyRule = {
      act: 'request.approve',
      when: { amount_above: { RUB: '1' } },
      separate: 'created',
    }
    const alone = doneAlone([
      conditional,
      { act: 'wallet.reveal', approvals: 1, from: ['owner'] },
      { act: 'document.review', separate: 'uploaded' },
      { act: 'webhook.save', fresh: { max_age: 60 } },
    ])
    expect(alone.map(({ act }) => act)).not.toContain('wallet.reveal')
    expect(alone.map(({ act }) => act)).not.toContain('document.review')
    expect(alone).toContainEqual({ act: 'webhook.save', unless: [] })
    expect(alone).toContainEqual({ act: 'request.approve', unless: [conditional] })
  })

  test('active accounts without a second factor', () => {
    const people = [
      person,
      { ...person, id: '2', otp_enabled: true },
      { ...person, id: '3', passkeys: 1 },
      { ...person, id: '4', managed_by: 'oidc' as const },
      { ...person, id: '6', status: 'disabled' as const },
    ]
    expect(withoutSecondFactor(people).map(({ id }) => id)).toEqual(['1'])
  })

  test('accounts that nobody uses, and those too new to vote', () => {
    const people = [
      person,
      { ...person, id: '2', last_login_at: '2026-03-01T00:00:00Z' },
      { ...person, id: '3', last_login_at: null },
      { ...person, id: '4', last_login_at: null, created_at: '2026-05-31T01:00:00Z' },
    ]
    expect(awayPeople(people, now).map(({ id }) => id)).toEqual(['2', '3'])
    expect(newPeople(people, now).map(({ id }) => id)).toEqual(['4'])
  })
})
