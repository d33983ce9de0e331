import { Type } from 'typebox'
import { cursorQuery, exampleId, field, Id, IdFilter, Instant, ref } from '../../api/common.ts'
import { operation } from '../../api/operation.ts'
import { statementsTag } from '../../api/tags.ts'
import {
  CreatePostingRuleBody,
  PostingRuleListResponse,
  PostingRuleResponse,
  PostStatementLineBody,
  postingRuleRules,
  postingRules,
  UnpostStatementLineBody,
} from '../../books/line-postings.ts'
import {
  CertainMatchesResponse,
  ExplainStatementBody,
  ImportStatementBody,
  MatchStatementLineBody,
  matchRules,
  SetAsideStatementLineBody,
  StatementLineFilter,
  StatementLineListResponse,
  StatementLineResponse,
  StatementListResponse,
  StatementResponse,
} from '../../books/statements.ts'

const reading = { tag: statementsTag, access: 'requests:read', extension: true } as const
const processing = { tag: statementsTag, access: 'requests:process', extension: true } as const

const money = { tag: statementsTag, access: 'payments:write', extension: true } as const

const posting = { tag: statementsTag, access: 'books:post', extension: true } as const

const statementParams = Type.Object({ statement_id: field(Id, 'The id of the statement') })
const lineParams = Type.Object({ line_id: field(Id, 'The id of the line') })
const lineDecision = Type.Object({
  decided_at: field(
    Type.Optional(Instant),
    'Only the decision that the line has from then, as its `decided_at` says; after another one: 409 `statement_line_decided`',
  ),
})
const ruleParams = Type.Object({ rule_id: field(Id, 'The id of the rule') })
const lineQuery = Type.Object({ ...StatementLineFilter.properties, ...cursorQuery })

export const importStatement = operation({
  ...money,
  id: 'importStatement',
  method: 'POST',
  path: '/v1/statements',
  summary: 'Import a bank statement',
  description:
    'Reads 1C ClientBankExchange, camt.053 and MT940, and announcements: camt.054 and MT942. Each line is added once, also when files overlap. A file that cannot be ' +
    'read changes nothing, and the response says where it is damaged. Supports `Idempotency-Key`.',
  body: ref(ImportStatementBody),
  bodyType: 'multipart',
  fileTypes: ['text/plain', 'application/xml'],
  success: 201,
  response: ref(StatementResponse),
  location: '/v1/statements/{id}',
  acts: [{ name: 'statement.import' }],
})

export const listStatements = operation({
  ...reading,
  id: 'listStatements',
  method: 'GET',
  path: '/v1/statements',
  summary: 'List imported statements, newest first',
  query: Type.Object(cursorQuery),
  response: ref(StatementListResponse),
})

export const readStatement = operation({
  ...reading,
  id: 'readStatement',
  method: 'GET',
  path: '/v1/statements/{statement_id}',
  summary: 'Read an imported statement',
  params: statementParams,
  response: ref(StatementResponse),
})

export const explainStatement = operation({
  ...processing,
  id: 'explainStatement',
  method: 'POST',
  path: '/v1/statements/{statement_id}/explain',
  summary: 'Say why a statement does not follow from the others',
  description:
    'Ends its place in the work queue. The warnings stay. If other statements change what is compared, it waits again. ' +
    'The same reason again changes nothing, another one replaces it.',
  params: statementParams,
  body: ref(ExplainStatementBody),
  response: ref(StatementResponse),
})

export const listLinesOfStatement = operation({
  ...reading,
  id: 'listLinesOfStatement',
  method: 'GET',
  path: '/v1/statements/{statement_id}/lines',
  summary: 'List the lines of a statement in the order of the file',
  description: 'Also those that an earlier statement brought first.',
  params: statementParams,
  query: lineQuery,
  response: ref(StatementLineListResponse),
})

export const listCertainMatches = operation({
  ...reading,
  id: 'listCertainMatches',
  method: 'GET',
  path: '/v1/statement-lines/certain',
  summary: 'List the new lines whose request is certain',
  description:
    'What `bulkMatch` would post, with the sums per currency. Looks at no more than 1,000 new lines, and returns at most 200.',
  query: Type.Object({
    statement_id: field(Type.Optional(IdFilter), 'Only lines of this statement'),
    cursor: field(
      Type.Optional(Type.String({ maxLength: 200 })),
      '`next_cursor` of the response before',
      exampleId,
    ),
  }),
  response: ref(CertainMatchesResponse),
})

export const readStatementLine = operation({
  ...reading,
  id: 'readStatementLine',
  method: 'GET',
  path: '/v1/statement-lines/{line_id}',
  summary: 'Read a line of a statement',
  params: lineParams,
  response: ref(StatementLineResponse),
})

export const matchStatementLine = operation({
  ...money,
  id: 'matchStatementLine',
  method: 'POST',
  path: '/v1/statement-lines/{line_id}/match',
  summary: 'Match a line with purchase requests or organizations',
  description:
    'An incoming line becomes a payment of each request, or a credit where the request takes no money. A payment that was ' +
    'entered by hand and is the same (request, reference, amount, day) is linked, not added. An outgoing line is linked to ' +
    'the refund that was recorded. The same items again change nothing. Without the permission `requests:read`, the ' +
    'response leaves accounts, number, parties, purpose and suggestions empty.',
  params: lineParams,
  body: ref(MatchStatementLineBody),
  rules: matchRules,
  response: ref(StatementLineResponse),
  acts: [
    { name: 'request.accept_deviation', when: { key: 'accept_overpayment', value: true } },
    { name: 'payment.record' },
  ],
})

export const setAsideStatementLine = operation({
  ...processing,
  id: 'setAsideStatementLine',
  method: 'POST',
  path: '/v1/statement-lines/{line_id}/set-aside',
  summary: 'Set a line aside that is no payment of a client',
  params: lineParams,
  body: ref(SetAsideStatementLineBody),
  response: ref(StatementLineResponse),
})

export const reopenStatementLine = operation({
  ...processing,
  id: 'reopenStatementLine',
  method: 'POST',
  path: '/v1/statement-lines/{line_id}/reopen',
  summary: 'Take a line back that was set aside',
  params: lineParams,
  query: lineDecision,
  response: ref(StatementLineResponse),
})

export const postStatementLine = operation({
  ...posting,
  id: 'postStatementLine',
  method: 'POST',
  path: '/v1/statement-lines/{line_id}/post',
  summary: 'Post a line to an account of the short list',
  description:
    'For a line that is no money of a client, also one that was set aside: a bank fee, a tax, a transfer between own ' +
    'accounts, an exchange. It is posted on the day of the line. The same again changes nothing. The second line of an ' +
    'exchange names the first one in `exchange_line_id`: both accounts are cleared, and the result by the rates of the day is ' +
    'posted in roubles. That is done with a line that is posted as an exchange already, too. Without the permission ' +
    '`requests:read`, the response leaves accounts, number, parties, purpose and suggestions empty.',
  params: lineParams,
  body: ref(PostStatementLineBody),
  rules: postingRules,
  response: ref(StatementLineResponse),
  acts: [{ name: 'books.post' }],
})

export const unpostStatementLine = operation({
  ...posting,
  id: 'unpostStatementLine',
  method: 'POST',
  path: '/v1/statement-lines/{line_id}/unpost',
  summary: 'Reverse the posting of a line, which is new again',
  description:
    'Posts the opposite on the same day, or on the first open day if that one is closed. An exchange that the line has ' +
    'settled is reversed with it; its other line stays posted and can be settled with another one.',
  params: lineParams,
  query: lineDecision,
  body: ref(UnpostStatementLineBody),
  response: ref(StatementLineResponse),
  acts: [{ name: 'books.post' }],
})

export const listPostingRules = operation({
  ...reading,
  id: 'listPostingRules',
  method: 'GET',
  path: '/v1/posting-rules',
  summary: 'List the rules that suggest an account for lines of statements, newest first',
  description:
    'Of several rules that fit a line, the one with the longest text is suggested. Nothing is posted by a rule.',
  query: Type.Object(cursorQuery),
  response: ref(PostingRuleListResponse),
})

export const createPostingRule = operation({
  ...posting,
  id: 'createPostingRule',
  method: 'POST',
  path: '/v1/posting-rules',
  summary: 'Make a rule that suggests an account for lines of statements',
  description: 'Also for the lines that are there. Supports `Idempotency-Key`.',
  body: ref(CreatePostingRuleBody),
  rules: postingRuleRules,
  success: 201,
  response: ref(PostingRuleResponse),
  location: '/v1/posting-rules/{id}',
})

export const readPostingRule = operation({
  ...reading,
  id: 'readPostingRule',
  method: 'GET',
  path: '/v1/posting-rules/{rule_id}',
  summary: 'Read a rule that suggests an account',
  params: ruleParams,
  response: ref(PostingRuleResponse),
})

export const deletePostingRule = operation({
  ...posting,
  id: 'deletePostingRule',
  method: 'DELETE',
  path: '/v1/posting-rules/{rule_id}',
  summary: 'Delete a rule that suggests an account',
  description: 'What was posted stays.',
  params: ruleParams,
  success: 204,
})
