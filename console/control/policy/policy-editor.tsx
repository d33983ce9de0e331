import AddIcon from '@mui/icons-material/Add'
import { Alert, AlertTitle, Button, Stack } from '@mui/material'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useNotify, useTranslate } from 'react-admin'
import { KontorError } from '../../../client/src/errors.ts'
import type { Act } from '../../../contract/api/acts.ts'
import type { Fault } from '../../../contract/api/faults.ts'
import type { PolicyPreviewResponse, PolicyResponse, PolicyRule } from '../../../contract/control/policy.ts'
import { missingClosure } from '../../../contract/control/policy-rules.ts'
import { previewPolicy, readPolicy, updatePolicy } from '../../../contract/operations/control/policy.ts'
import { call } from '../../api/client.ts'
import { faultMessage } from '../../i18n/fault-text.ts'
import { Refusal } from '../../shared/answers/refusal.tsx'
import { checkBody } from '../../shared/forms/check-body.ts'
import { useCloseDraft, useDirty, useDraft } from '../../shared/forms/drafts.ts'
import { useDelayed } from '../../shared/time/use-delayed.ts'
import { type DraftRule, draftOf, ruleOf } from './draft-rules.ts'
import { Difference } from './policy-difference.tsx'
import { PolicyPreview } from './policy-preview.tsx'
import { ProposeFounding } from './propose-founding.tsx'
import { differenceOf, mergeRules } from './rule-difference.ts'
import { RuleForm } from './rule-form.tsx'

/** Edits all rules at once; shows what they would have meant while they are edited. */
export function PolicyEditor({
  policy,
  rules: first,
  adds,
  onClose,
}: {
  policy: PolicyResponse
  /** The rules to begin with, such as those that were approved. */
  rules: readonly PolicyRule[]
  /** A rule on this act is added at once. */
  adds?: Act
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const locale = useLocale()
  const queryClient = useQueryClient()
  const text = (name: string) => translate(`kontor.policy.${name}`)
  const [base, setBase] = useState(policy)
  const [drafts, setDraftsOnly] = useState<DraftRule[]>(() => [
    ...first.map(draftOf),
    ...(adds ? [draftOf({ act: adds, approvals: 1, from: ['owner'] })] : []),
  ])
  const [opened, setOpened] = useState<number | null>(adds ? (drafts.at(-1)?.key ?? null) : null)
  const [theirs, setTheirs] = useState<{ before: PolicyRule[]; after: PolicyRule[] } | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const rules = drafts.map((draft) => ruleOf(draft, locale))
  const draft = useDraft()
  const { added, removed } = differenceOf(base.rules, rules)
  useDirty(draft, added.length + removed.length > 0)
  const close = useCloseDraft(draft, onClose)
  const { preview, faultsOf, missing } = useTried(rules, base.floor)

  /** What was refused is not said of other rules. */
  function setDrafts(changed: DraftRule[]) {
    setDraftsOnly(changed)
    setFailure(null)
  }

  async function save() {
    setBusy(true)
    setFailure(null)
    try {
      await call(updatePolicy, { body: { rules, version: base.version } })
      draft.mark(false)
      notify('kontor.policy.saved', { type: 'success' })
      await queryClient.invalidateQueries({ queryKey: ['policy'] })
      onClose()
    } catch (error) {
      if (error instanceof KontorError && error.code === 'version_conflict') await takeTheirs()
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  /** Their changes are taken over; what was edited here is kept, and saved with the next attempt. */
  async function takeTheirs() {
    const now = await call(readPolicy)
    setTheirs({ before: base.rules, after: now.rules })
    setDrafts(mergeRules(rules, base.rules, now.rules).map(draftOf))
    setBase(now)
  }

  const change = (changed: DraftRule) =>
    setDrafts(drafts.map((draft) => (draft.key === changed.key ? changed : draft)))
  const add = (...added: PolicyRule[]) => setDrafts([...drafts, ...added.map(draftOf)])
  function addOne() {
    const added = draftOf({ act: 'wallet.reveal', approvals: 1, from: ['owner'] })
    setDrafts([...drafts, added])
    setOpened(added.key)
  }
  return (
    <>
      {theirs && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          <AlertTitle>{text('conflict')}</AlertTitle>
          <Difference {...theirs} />
        </Alert>
      )}
      {drafts.map((draft, index) => (
        <RuleForm
          key={draft.key}
          draft={draft}
          faults={faultsOf(index)}
          isOpen={opened === draft.key}
          onOpen={() => setOpened(draft.key)}
          onChange={change}
          onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <Button startIcon={<AddIcon />} onClick={addOne}>
        {text('add')}
      </Button>
      {missing.length > 0 && (
        <Alert
          severity="error"
          sx={{ my: 2 }}
          action={
            <Button
              color="inherit"
              onClick={() => add(...missing.map((act) => ({ act, approvals: 1, from: [...vouching] })))}
            >
              {text('add_missing')}
            </Button>
          }
        >
          <AlertTitle>{text('not_closed')}</AlertTitle>
          {missing.map((act) => translate(`kontor.act_name.${act}`)).join(' · ')}
        </Alert>
      )}
      <ProposeFounding
        preview={preview}
        rules={rules}
        onAsked={() => {
          draft.mark(false)
          onClose()
        }}
      />
      <PolicyPreview preview={preview} />
      {/* Missing rules are named above, in words. */}
      {failure !== null && missing.length === 0 && <Refusal error={failure} sx={{ mb: 2 }} />}
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button variant="contained" disabled={busy} onClick={save}>
          {translate('kontor.action.save')}
        </Button>
        <Button onClick={close}>{translate('kontor.action.cancel')}</Button>
      </Stack>
    </>
  )
}

/** Who may approve what would give one person a second account, unless the owner chooses others. */
const vouching = ['owner', 'custodian', 'officer'] as const

/** Tries the rules: by the schema here, and then by the service on the acts of the last 30 days. */
function useTried(rules: PolicyRule[], floor: readonly PolicyRule[]) {
  const own = checkBody(previewPolicy, { rules })
  const sent = useDelayed(JSON.stringify(rules))
  const { data: preview } = useQuery<PolicyPreviewResponse>({
    queryKey: ['policy', 'preview', sent],
    queryFn: ({ signal }) => call(previewPolicy, { body: { rules: JSON.parse(sent) }, signal }),
    enabled: own.length === 0,
    placeholderData: keepPreviousData,
  })
  return {
    preview,
    missing: missingClosure([...rules, ...floor]),
    faultsOf: (index: number): string[] => {
      const here = own.filter(({ loc }) => loc[2] === index).map((fault: Fault) => faultMessage(fault))
      const there = preview?.faults.filter(({ rule }, at) => rule === index && isFirst(at)) ?? []
      return [...new Set([...here, ...(own.length > 0 ? [] : there.map(faultText))])]
    },
  }
  /** Too few people are the same fault of many rules, and are said once. */
  function isFirst(at: number): boolean {
    const texts = preview?.faults.map(faultText) ?? []
    return texts.indexOf(texts[at] as string) === at
  }
  function faultText({ code, msg, dependent, way_out }: PolicyPreviewResponse['faults'][number]): string {
    return faultMessage({ loc: [], msg, type: 'value_error', ctx: { code, dependent, way_out } })
  }
}
