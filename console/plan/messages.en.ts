import type { FailureCode, FaultCode } from '../../contract/api/error-codes.ts'
import type { JournalFormat, PlanCommodity } from '../../contract/books/plan.ts'

export const en = {
  menu: { plan: 'Plan of accounts' },
  plan: {
    title: 'Plan of accounts',
    help: "Which account of the company's plan each account of the books is. The longest name that fits counts.",
    version: 'Version %{version}, set by %{name}',
    usual: 'The usual plan of Russia. Nobody has changed it yet.',
    unmapped: 'No rule fits these accounts, so that no journal can be written with them:',
    columns: {
      pattern: 'Account of the books',
      commodity: 'Currency or asset',
      account: 'Account of the plan',
      actions: 'Actions',
    },
    commodity: {
      any: 'Any',
      rouble: 'Roubles',
      foreign: 'Foreign currency',
      asset: 'Coins',
    } satisfies Record<PlanCommodity, string>,
    pattern_help: 'A name, or its beginning with :* at the end, such as assets:bank:*',
    new: 'Add a rule',
    new_title: 'New rule',
    change: 'Change',
    change_title: 'Change the rule',
    remove: 'Remove',
    removed: 'The rule is removed.',
    save: 'Save',
    saved: 'The plan is saved.',
    journal: 'Export the journal',
    journal_title: 'Journal for accountants',
    journal_help:
      'Every posting with the debited and the credited account, in currency and in roubles. 1C loads it from the table.',
    format: 'Format',
    formats: { xlsx: 'Workbook (XLSX)', csv: 'Table (CSV)' } satisfies Record<JournalFormat, string>,
    from: 'First day',
    to: 'Last day',
  },
  faults: {
    plan_rule_repeated: 'Another rule has the same account and currency',
  } satisfies Partial<Record<FaultCode, string>>,
  errors: {
    plan_not_found: 'The plan of accounts has no such version.',
    accounts_unmapped:
      'No rule of the plan of accounts fits some accounts. The page Plan of accounts names them.',
  } satisfies Partial<Record<FailureCode, string>>,
  action_name: { plan: { set: 'Changed the plan of accounts' } },
  object_name: { plan: 'plan of accounts' },
  sentence: { plan: { set: '%{who} changed the plan of accounts' } },
}
