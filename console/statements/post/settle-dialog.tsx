import { useTranslate } from 'react-admin'
import type { PostStatementLineBody } from '../../../contract/books/line-postings.ts'
import type { StatementLineResponse } from '../../../contract/books/statements.ts'
import { postStatementLine } from '../../../contract/operations/books/statements.ts'
import { call } from '../../api/client.ts'
import { FormDialog } from '../../shared/forms/form-dialog.tsx'
import { withoutEmpty } from '../../shared/forms/form-values.ts'
import { LineSummary } from '../match/line-summary.tsx'
import { OtherLineInput } from './other-line-input.tsx'

/** Settles an exchange both lines of which are posted. */
export function SettleDialog({
  line,
  onDone,
  onClose,
}: {
  line: StatementLineResponse
  onDone: (line: StatementLineResponse) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  return (
    <FormDialog
      title={translate('kontor.posting.settle')}
      submitLabel={translate('kontor.posting.settle')}
      defaultValues={{ exchange_line_id: '' }}
      onSubmit={async ({ exchange_line_id }) => {
        const body = withoutEmpty({
          account: 'exchange',
          exchange_line_id,
        }) as unknown as PostStatementLineBody
        onDone(await call(postStatementLine, { params: { line_id: line.id }, body }))
      }}
      onClose={onClose}
    >
      <LineSummary line={line} />
      <OtherLineInput line={line} isRequired />
    </FormDialog>
  )
}
