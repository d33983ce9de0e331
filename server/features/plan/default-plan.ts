import type { PlanCommodity, PlanRule } from '../../../contract/books/plan.ts'

/** The usual plan of accounts of Russia (order 94n of the Ministry of Finance), and 000 of 1C for opening balances. */
export const defaultPlan: readonly PlanRule[] = (
  [
    ['assets:bank:*', 'rouble', '51'],
    ['assets:bank:*', 'foreign', '52'],
    ['assets:transit:*', 'any', '57'],
    ['assets:exchange:*', 'any', '57'],
    ['assets:coins:*', 'any', '58'],
    ['assets:revaluation:bank:*', 'any', '52'],
    ['assets:revaluation:transit:*', 'any', '57'],
    ['assets:revaluation:exchange:*', 'any', '57'],
    ['assets:revaluation:client:*', 'any', '62'],
    ['assets:revaluation:supplier:*', 'any', '60'],
    ['assets:revaluation:counterparty:*', 'any', '60'],
    ['assets:revaluation:loan:*', 'any', '66'],
    ['assets:revaluation:other:*', 'any', '76'],
    ['liabilities:client:*', 'any', '62'],
    ['liabilities:supplier:*', 'any', '60'],
    ['liabilities:counterparty:*', 'any', '60'],
    ['liabilities:loan:*', 'any', '66'],
    ['liabilities:vat:*', 'any', '68'],
    ['liabilities:tax:*', 'any', '68'],
    ['liabilities:other:*', 'any', '76'],
    ['equity:opening:*', 'any', '000'],
    ['equity:trading:*', 'any', '90'],
    ['equity:conversion:*', 'any', '57'],
    ['income:fee:*', 'any', '90'],
    ['income:trading:*', 'any', '90'],
    ['income:exchange:*', 'any', '91'],
    ['income:other:*', 'any', '91'],
    ['expenses:bank:*', 'any', '91'],
    ['expenses:network:*', 'any', '91'],
    ['expenses:other:*', 'any', '91'],
  ] satisfies [string, PlanCommodity, string][]
).map(([pattern, commodity, account]) => ({ pattern, commodity, account }))
