import LinesIcon from '@mui/icons-material/PlaylistAddCheck'
import { Button, Typography } from '@mui/material'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { AnnouncedLineResponse } from '../../contract/books/announced-lines.ts'
import { announcedLineList } from '../../contract/lists/announced-lines.ts'
import type { Column } from '../shared/lists/column.ts'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Ago } from '../shared/time/time.tsx'
import { listSearch } from '../views/list-place.ts'
import { ListTab } from '../views/list-tab.tsx'
import { useListState } from '../views/use-list-state.ts'
import { useAccountChoices } from './account-choices.ts'
import { useBankColumns } from './line-columns.ts'
import { otherParty } from './match/line-summary.tsx'

/** What nothing has booked yet, unless something else is asked for. */
const usual = { status: 'announced' }

/** Money that banks have announced: of all statements, or of one. It is only shown: what is booked is worked on. */
export function AnnouncedLines({ statementId }: { statementId?: string }) {
  const translate = useTranslate()
  const text = (name: string) => translate(`kontor.announced.${name}`)
  const ofOne = statementId === undefined ? undefined : { statement_id: statementId }
  // A statement shows all that it has announced.
  const shownFirst = ofOne ? {} : usual
  const [{ filters }] = useListState(shownFirst)
  const { accounts, currencies } = useAccountChoices()
  const columns = useColumns()
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {text('help')}
      </Typography>
      <ListTab
        list={announcedLineList}
        title={text('title')}
        isPage={ofOne === undefined}
        usual={shownFirst}
        {...(ofOne && { fixed: ofOne })}
        filters={{
          status: { label: translate('kontor.work.columns.status'), texts: 'announced_line_status' },
          direction: { label: translate('kontor.statements.direction'), texts: 'statement_direction' },
          account: { label: translate('kontor.posting.of_account'), choices: accounts },
          currency: { label: translate('kontor.statements.line_currency'), choices: currencies },
        }}
        days="of_day"
        // What came in and what went out is not added up.
        withSums={filters.direction !== undefined}
        tools={
          <Button component={Link} to="/statement-lines" startIcon={<LinesIcon />}>
            {translate('kontor.statements.lines')}
          </Button>
        }
        columns={columns}
        rowName={(line) => `${otherParty(line)} ${line.amount} ${line.currency}`}
        empty={<EmptyState title={text('empty_title')} help={text('empty_help')} />}
      />
    </>
  )
}

function useColumns(): Column<AnnouncedLineResponse>[] {
  const translate = useTranslate()
  const bank = useBankColumns()
  return [
    bank.party,
    bank.purpose,
    bank.day,
    {
      key: 'meaning',
      label: translate('kontor.announced.suggestion'),
      kind: 'code',
      priority: 4,
      render: ({ suggestions: [best] }) =>
        best && <Link to={`/purchase-requests/${best.request_id}/show`}>{best.number}</Link>,
    },
    {
      key: 'status',
      label: translate('kontor.work.columns.status'),
      kind: 'status',
      priority: 2,
      render: (line) => {
        const status = translate(`kontor.announced_line_status.${line.status}`)
        return line.line_id === null ? status : <Link to={placeOf(line, line.line_id)}>{status}</Link>
      },
    },
    {
      key: 'announced_at',
      label: translate('kontor.announced.announced_at'),
      kind: 'ago',
      priority: 7,
      render: ({ announced_at }) => <Ago at={announced_at} />,
    },
    bank.amount,
  ]
}

/** The line that has booked it, among those of its account from the announced day on. */
function placeOf({ account, currency, direction, booked_on }: AnnouncedLineResponse, lineId: string): string {
  const filters = { account, currency, direction, from: booked_on }
  return `/statement-lines${listSearch({ filters })}&line=${lineId}`
}
