import AddIcon from '@mui/icons-material/Add'
import ExportIcon from '@mui/icons-material/FileDownloadOutlined'
import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { PlanResponse, PlanRule } from '../../contract/books/plan.ts'
import { readPlan, setPlan } from '../../contract/operations/books/plan.ts'
import { call } from '../api/client.ts'
import { AccountName } from '../book-entries/account-name.tsx'
import { namedAccount } from '../book-entries/accounts.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useAct } from '../shared/answers/use-act.ts'
import type { Column } from '../shared/lists/column.ts'
import { Records } from '../shared/lists/records.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { Mono } from '../shared/values/mono.tsx'
import { JournalDialog } from './journal-dialog.tsx'
import { RuleDialog } from './rule-dialog.tsx'

type Row = PlanRule & { id: string }

const idOf = ({ pattern, commodity }: PlanRule) => `${pattern} ${commodity}`

/** Which account of the company's plan each account of the books is, and the journal by it. */
export default function PlanPage() {
  const translate = useTranslate()
  const [isExporting, setExporting] = useState(false)
  const query = useQuery({
    queryKey: ['plan'],
    queryFn: ({ signal }) => call(readPlan, { query: {}, signal }),
  })
  return (
    <Page
      title={translate('kontor.plan.title')}
      actions={
        <Button variant="outlined" startIcon={<ExportIcon />} onClick={() => setExporting(true)}>
          {translate('kontor.plan.journal')}
        </Button>
      }
    >
      <QueryState query={query}>{(plan) => <Plan plan={plan} />}</QueryState>
      {isExporting && <JournalDialog onClose={() => setExporting(false)} />}
    </Page>
  )
}

function Plan({ plan }: { plan: PlanResponse }) {
  const translate = useTranslate()
  const maySet = usePermission('books:close')
  const act = useAct('plan')
  const [opened, open] = useState<'new' | PlanRule | null>(null)
  const { version, rules, unmapped, changed_by } = plan
  const save = (changed: PlanRule[]) => call(setPlan, { body: { rules: changed, version } })
  const without = (rule: PlanRule) => rules.filter((one) => idOf(one) !== idOf(rule))
  const remove = (rule: PlanRule) => act(() => save(without(rule)), translate('kontor.plan.removed'))
  return (
    <Section
      title={
        changed_by
          ? translate('kontor.plan.version', { version, name: changed_by.name })
          : translate('kontor.plan.usual')
      }
      actions={
        maySet && (
          <Button startIcon={<AddIcon />} onClick={() => open('new')}>
            {translate('kontor.plan.new')}
          </Button>
        )
      }
    >
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('kontor.plan.help')}
      </Typography>
      {unmapped.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {translate('kontor.plan.unmapped')}
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
            {unmapped.map(({ account, commodity }) => (
              <li key={`${account} ${commodity}`}>
                <AccountName account={account} /> · {commodity} · <Mono>{account}</Mono>
              </li>
            ))}
          </Box>
        </Alert>
      )}
      <Records
        label={translate('kontor.plan.title')}
        rows={rules.map((rule) => ({ ...rule, id: idOf(rule) }))}
        columns={useColumns(maySet, open, remove)}
      />
      {opened !== null && (
        <RuleDialog
          rule={opened === 'new' ? undefined : opened}
          onSave={(rule) => save([...(opened === 'new' ? rules : without(opened)), rule])}
          onClose={() => open(null)}
        />
      )}
    </Section>
  )
}

/** Which accounts a rule is about: in words, and as the rule has it. */
function Named({ pattern }: { pattern: string }) {
  const account = pattern.replace(/:\*$/, '')
  return (
    <>
      {namedAccount(account) && <AccountName account={account} />}
      <Box sx={{ color: 'text.secondary' }}>
        <Mono>{pattern}</Mono>
      </Box>
    </>
  )
}

function useColumns(
  maySet: boolean,
  open: (rule: PlanRule) => void,
  remove: (rule: PlanRule) => void,
): Column<Row>[] {
  const translate = useTranslate()
  const label = (name: string) => translate(`kontor.plan.columns.${name}`)
  const named = (action: string, rule: Row) => `${translate(`kontor.plan.${action}`)}: ${rule.id}`
  const actions: Column<Row> = {
    key: 'actions',
    label: label('actions'),
    kind: 'buttons',
    render: (rule) => (
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button size="small" aria-label={named('change', rule)} onClick={() => open(rule)}>
          {translate('kontor.plan.change')}
        </Button>
        <Button size="small" color="error" aria-label={named('remove', rule)} onClick={() => remove(rule)}>
          {translate('kontor.plan.remove')}
        </Button>
      </Stack>
    ),
  }
  return [
    { key: 'pattern', label: label('pattern'), render: ({ pattern }) => <Named pattern={pattern} /> },
    {
      key: 'commodity',
      label: label('commodity'),
      render: ({ commodity }) => translate(`kontor.plan.commodity.${commodity}`),
    },
    { key: 'account', label: label('account'), render: ({ account }) => account },
    ...(maySet ? [actions] : []),
  ]
}
