import StatementsIcon from '@mui/icons-material/AccountBalanceOutlined'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import RulesIcon from '@mui/icons-material/RuleOutlined'
import AnnouncedIcon from '@mui/icons-material/ScheduleOutlined'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import { statementLineList } from '../../contract/lists/statement-lines.ts'
import { EmptyState, NothingFound } from '../shared/lists/empty-state.tsx'
import { StepButton } from '../shared/pages/step-button.tsx'
import { ListFrame } from '../views/list-tab.tsx'
import { useColumnChoice } from '../views/use-columns.ts'
import { useListState } from '../views/use-list-state.ts'
import { useAccountChoices } from './account-choices.ts'
import { LineKeysDialog } from './keys-dialog.tsx'
import { LineQueue } from './line-queue.tsx'
import { useLineColumns, useLinesLook } from './lines-in-rows.tsx'
import { PostCertain } from './post/post-certain.tsx'
import { RulesDialog } from './post/rules-dialog.tsx'

/** What nobody has dealt with, unless something else is asked for. */
const usual = { status: 'new' }

/** Lines by status: those that wait, those that are matched and those that were set aside. */
export function LineTabs({ statementId }: { statementId?: string }) {
  const translate = useTranslate()
  const [state, setState] = useListState(usual)
  const { filters } = state
  const columns = useLineColumns()
  const [shown, choose] = useColumnChoice(statementLineList.name, state, setState)
  // Cards have no columns.
  const look = useLinesLook()
  const [opened, open] = useState<'keys' | 'rules' | null>(null)
  const { accounts, currencies } = useAccountChoices()
  const { status = 'all', ...others } = filters
  return (
    <>
      <ListFrame
        list={statementLineList}
        title={translate('kontor.statements.lines')}
        isPage={statementId === undefined}
        usual={usual}
        filters={{
          // The lines of one statement are read in the order of its file.
          ...(statementId === undefined && {
            q: { label: translate('kontor.list_search.lines'), isWithoutKey: true },
          }),
          status: { label: translate('kontor.work.columns.status'), texts: 'statement_line_status' },
          direction: { label: translate('kontor.statements.direction'), texts: 'statement_direction' },
          account: { label: translate('kontor.posting.of_account'), choices: accounts },
          currency: { label: translate('kontor.statements.line_currency'), choices: currencies },
          posted_as: { label: translate('kontor.posting.posted_as'), texts: 'posting_account' },
        }}
        days="of_day"
        // What came in and what went out is not added up.
        withSums={filters.direction !== undefined}
        {...(look !== 'cards' && { columns: { all: columns, shown, choose } })}
        {...(statementId && { fixed: { statement_id: statementId } })}
        tools={
          <>
            <PostCertain statementId={statementId} />
            {statementId === undefined && (
              <>
                <Button component={Link} to="/statements" startIcon={<StatementsIcon />}>
                  {translate('kontor.statements.title')}
                </Button>
                <Button component={Link} to="/announced-lines" startIcon={<AnnouncedIcon />}>
                  {translate('kontor.announced.short_title')}
                </Button>
              </>
            )}
            <Button startIcon={<RulesIcon />} onClick={() => open('rules')}>
              {translate('kontor.posting.rules')}
            </Button>
            <StepButton label={translate('kontor.statements.keys')} onClick={() => open('keys')}>
              <KeyboardIcon />
            </StepButton>
          </>
        }
      >
        {(foot) => (
          <LineQueue
            filters={filters}
            statementId={statementId}
            shown={shown}
            foot={foot}
            empty={
              Object.keys(others).length > 0 ? (
                <NothingFound onClear={() => setState({ filters: usual })} />
              ) : (
                <EmptyState
                  title={translate(`kontor.statements.empty_${status}`)}
                  help={translate(`kontor.statements.empty_${status}_help`)}
                />
              )
            }
          />
        )}
      </ListFrame>
      {opened === 'keys' && <LineKeysDialog onClose={() => open(null)} />}
      {opened === 'rules' && <RulesDialog onClose={() => open(null)} />}
    </>
  )
}
