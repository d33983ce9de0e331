import { useQueryClient } from '@tanstack/react-query'
import { SelectInput, TextInput, useNotify, useTranslate } from 'react-admin'
import { type PlanRule, planCommodities } from '../../contract/books/plan.ts'
import { FormDialog } from '../shared/forms/form-dialog.tsx'

/** A rule that is added to the plan, or changed. */
export function RuleDialog({
  rule,
  onSave,
  onClose,
}: {
  rule: PlanRule | undefined
  onSave: (rule: PlanRule) => Promise<unknown>
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const text = (name: string) => translate(`kontor.plan.${name}`)
  return (
    <FormDialog
      title={text(rule ? 'change_title' : 'new_title')}
      submitLabel={text('save')}
      defaultValues={{ commodity: 'any', ...rule }}
      onSubmit={async ({ pattern, commodity, account }) => {
        await onSave({ pattern, commodity, account } as PlanRule)
        notify('kontor.plan.saved', { type: 'success' })
        void queryClient.invalidateQueries({ queryKey: ['plan'] })
        onClose()
      }}
      onClose={onClose}
    >
      <TextInput
        source="pattern"
        label={text('columns.pattern')}
        helperText={text('pattern_help')}
        required
      />
      <SelectInput
        margin="none"
        source="commodity"
        label={text('columns.commodity')}
        choices={planCommodities.map((id) => ({ id, name: text(`commodity.${id}`) }))}
        translateChoice={false}
        helperText={false}
        required
      />
      <TextInput source="account" label={text('columns.account')} helperText={false} required />
    </FormDialog>
  )
}
