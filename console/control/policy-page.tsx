import EditIcon from '@mui/icons-material/EditOutlined'
import { Alert, Box, Button, Chip, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import { actNames } from '../../contract/api/acts.ts'
import type { PolicyResponse, PolicyRule } from '../../contract/control/policy.ts'
import { asksForTwo } from '../../contract/control/policy-rules.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { useDoerName } from '../shared/names/administrator-names.ts'
import { Page } from '../shared/pages/page.tsx'
import { Section } from '../shared/pages/section.tsx'
import { useFormatTime } from '../shared/time/time.tsx'
import { useReady } from './approval-queries.ts'
import { useFounding } from './founding-queries.ts'
import { Proposed } from './founding-section.tsx'
import { PolicyEditor } from './policy/policy-editor.tsx'
import { usePolicy } from './policy/policy-query.ts'
import { useRuleSentence } from './policy/use-rule-sentence.ts'

/** What sensitive acts need. Owners change it, everybody reads it. */
export default function PolicyPage() {
  const translate = useTranslate()
  const mayChange = usePermission('policy:change')
  const query = usePolicy()
  const [params, setParams] = useSearchParams()
  const [opened, setEdited] = useState<{ policy: PolicyResponse; rules: readonly PolicyRule[] } | null>(null)
  // Where something lacks a rule, a link leads here with the act that it is for.
  const asked = actNames.find((act) => act === params.get('add'))
  const added = mayChange && asked && query.data ? { policy: query.data, rules: query.data.rules } : null
  const edited = opened ?? added
  function close() {
    setEdited(null)
    if (asked) setParams({}, { replace: true })
  }
  const edit = mayChange && !edited && query.data && (
    <Button
      variant="outlined"
      startIcon={<EditIcon />}
      onClick={() => query.data && setEdited({ policy: query.data, rules: query.data.rules })}
    >
      {translate('kontor.policy.edit')}
    </Button>
  )
  return (
    <Page title={translate('kontor.policy.title')} actions={edit}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('kontor.policy.help')}
      </Typography>
      <QueryState query={query}>
        {(policy) => (
          <>
            {!edited && <Approved policy={policy} onEdit={(rules) => setEdited({ policy, rules })} />}
            {!edited && (
              <Founders
                policy={policy}
                mayChange={mayChange}
                onEdit={(rules) => setEdited({ policy, rules })}
              />
            )}
            <Fixed rules={policy.floor} />
            {edited ? (
              <Section title={translate('kontor.policy.rules')}>
                <PolicyEditor
                  {...edited}
                  {...(opened === null && asked && { adds: asked })}
                  onClose={close}
                />
              </Section>
            ) : (
              <Own policy={policy} />
            )}
          </>
        )}
      </QueryState>
    </Page>
  )
}

/** A change that others have approved is taken into the form as it was approved, since only this can be saved. */
function Approved({ policy, onEdit }: { policy: PolicyResponse; onEdit: (rules: PolicyRule[]) => void }) {
  const translate = useTranslate()
  const ready = useReady().find(
    ({ act, subject }) => act === 'policy.change' && subject.version === policy.version,
  )
  if (!ready) return null
  const load = (
    <Button color="inherit" onClick={() => onEdit(ready.content.rules as PolicyRule[])}>
      {translate('kontor.policy.load_approved')}
    </Button>
  )
  return (
    <Alert severity="success" action={load} sx={{ mb: 2 }}>
      {translate('kontor.policy.approved')}
    </Alert>
  )
}

/** Founders confirm here; when all have, the owner opens what they have read. */
function Founders({
  policy,
  mayChange,
  onEdit,
}: {
  policy: PolicyResponse
  mayChange: boolean
  onEdit: (rules: readonly PolicyRule[]) => void
}) {
  const translate = useTranslate()
  const { data } = useFounding()
  if (data?.state === 'proposed') {
    return (
      <Section title={translate('kontor.founding.title')}>
        <Proposed founding={data} />
      </Section>
    )
  }
  if (data?.state !== 'declared' || !mayChange || [...policy.rules, ...policy.floor].some(asksForTwo))
    return null
  const load = (
    <Button color="inherit" onClick={() => onEdit(data.rules)}>
      {translate('kontor.founding.load')}
    </Button>
  )
  return (
    <Alert severity="success" action={load} sx={{ mb: 2 }}>
      {translate('kontor.founding.declared_now')}
    </Alert>
  )
}

function Fixed({ rules }: { rules: readonly PolicyRule[] }) {
  const translate = useTranslate()
  if (rules.length === 0) return null
  return (
    <Section
      title={translate('kontor.policy.floor')}
      actions={<Chip size="small" label={translate('kontor.policy.fixed')} />}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {translate('kontor.policy.floor_help')}
      </Typography>
      <Rules rules={rules} />
    </Section>
  )
}

function Own({ policy: { rules, version, changed_at, changed_by } }: { policy: PolicyResponse }) {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const nameOf = useDoerName()
  return (
    <Section title={translate('kontor.policy.rules')}>
      {rules.length === 0 ? (
        <Typography color="textSecondary">{translate('kontor.policy.empty')}</Typography>
      ) : (
        <Rules rules={rules} />
      )}
      {changed_at && (
        <Stack sx={{ mt: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {translate('kontor.policy.changed', {
              version,
              name: changed_by ? nameOf({ kind: 'administrator', ...changed_by }) : '–',
              time: formatTime(changed_at),
            })}
          </Typography>
        </Stack>
      )}
    </Section>
  )
}

function Rules({ rules }: { rules: readonly PolicyRule[] }) {
  const sentence = useRuleSentence()
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.75 }}>
      {rules.map((rule) => (
        <li key={JSON.stringify(rule)}>{sentence(rule)}</li>
      ))}
    </Box>
  )
}
