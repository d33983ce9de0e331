import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import type { CreatePostingRuleBody, PostingRuleResponse } from '../../../contract/books/line-postings.ts'
import { statementDirections } from '../../../contract/books/statements.ts'
import {
  createPostingRule,
  deletePostingRule,
  listPostingRules,
} from '../../../contract/operations/books/statements.ts'
import { call } from '../../api/client.ts'
import { readAllByCursor } from '../../api/read-all.ts'
import { usePermission } from '../../shared/access/use-permission.ts'
import { QueryState } from '../../shared/answers/query-state.tsx'
import { useAct } from '../../shared/answers/use-act.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { validateBody } from '../../shared/forms/validate-body.ts'
import { AccountInput } from './posting-dialog.tsx'

/** The rules that suggest what a line is. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const mayPost = usePermission('books:post')
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery({
    queryKey: ['statement-lines', 'rules'],
    queryFn: ({ signal }) => readAllByCursor((query) => call(listPostingRules, { query, signal })),
  })
  const text = (name: string) => translate(`kontor.posting.${name}`)
  if (isAdding) return <RuleDialog onClose={() => setIsAdding(false)} />
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{text('rules_title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 2 }}>
          {text('rules_help')}
        </Typography>
        <QueryState query={query}>
          {(rules) =>
            rules.length === 0 ? (
              <Typography>{text('rules_empty')}</Typography>
            ) : (
              <Box component="ul" aria-label={text('rules_title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {rules.map((rule) => (
                  <Rule key={rule.id} rule={rule} mayPost={mayPost} />
                ))}
              </Box>
            )
          }
        </QueryState>
      </DialogContent>
      <DialogActions>
        {mayPost && <Button onClick={() => setIsAdding(true)}>{text('add_rule')}</Button>}
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Rule({ rule, mayPost }: { rule: PostingRuleResponse; mayPost: boolean }) {
  const translate = useTranslate()
  const act = useAct('statement-lines')
  const { id, contains, direction, account, text } = rule
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 1, py: 1, borderBottom: 1, borderColor: 'divider', alignItems: 'center' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>«{contains}»</Typography>
        <Typography variant="body2" color="textSecondary">
          {[
            translate(
              direction === null ? 'kontor.posting.any_direction' : `kontor.statement_direction.${direction}`,
            ),
            translate(`kontor.posting_account.${account}`),
            text,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      {mayPost && (
        <Button
          size="small"
          color="error"
          aria-label={translate('kontor.posting.delete_rule_named', { contains })}
          onClick={() =>
            act(
              () => call(deletePostingRule, { params: { rule_id: id } }),
              translate('kontor.posting.rule_deleted'),
            )
          }
        >
          {translate('kontor.posting.delete_rule')}
        </Button>
      )}
    </Stack>
  )
}

function RuleDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const text = (name: string) => translate(`kontor.posting.${name}`)
  return (
    <FormDialog
      title={text('add_rule')}
      submitLabel={text('add_rule')}
      defaultValues={{ account: 'bank_fee', direction: 'outgoing' }}
      validate={validateBody(createPostingRule)}
      onSubmit={async (values) => {
        await call(createPostingRule, { body: withoutEmpty(values) as unknown as CreatePostingRuleBody })
        notify('kontor.posting.rule_made', { type: 'success' })
        void queryClient.invalidateQueries({ queryKey: ['statement-lines'] })
        onClose()
      }}
      onClose={onClose}
    >
      <TextInput
        source="contains"
        label={text('contains')}
        helperText={text('contains_help')}
        required
        autoFocus
        slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
      />
      <SelectInput
        margin="none"
        source="direction"
        label={translate('kontor.statements.direction')}
        choices={statementDirections.map((id) => ({
          id,
          name: translate(`kontor.statement_direction.${id}`),
        }))}
        emptyText={text('any_direction')}
        translateChoice={false}
        helperText={false}
      />
      <AccountInput />
      <TextInput
        source="text"
        label={text('text')}
        helperText={text('text_help')}
        slotProps={{ htmlInput: { maxLength: 500, autoComplete: 'off' } }}
      />
    </FormDialog>
  )
}
