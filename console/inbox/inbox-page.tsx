import DotIcon from '@mui/icons-material/FiberManualRecord'
import {
  Button,
  Card,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Tab,
  Tabs,
} from '@mui/material'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'react-admin'
import { Link, useSearchParams } from 'react-router-dom'
import { readAllNotices, readInbox, readNotice } from '../../contract/operations/work/inbox.ts'
import { type Notice, placeOfNotice } from '../../contract/work/inbox.ts'
import { call } from '../api/client.ts'
import { useErrorText } from '../shared/answers/error-text.ts'
import { QueryState } from '../shared/answers/query-state.tsx'
import { EmptyState } from '../shared/lists/empty-state.tsx'
import { Page } from '../shared/pages/page.tsx'
import { Ago } from '../shared/time/time.tsx'
import { useNoticeText } from './use-notice-text.ts'

const tabs = ['unread', 'all'] as const

export default function InboxPage() {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const tab = params.get('show') === 'all' ? 'all' : 'unread'
  return (
    <Page title={translate('kontor.inbox.title')} actions={<ReadAll />}>
      <Tabs
        value={tab}
        onChange={(_event, name: string) => setParams(name === 'all' ? { show: 'all' } : {})}
        aria-label={translate('kontor.inbox.title')}
        sx={{ mb: 2 }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            id={`inbox-tab-${name}`}
            aria-controls={name === tab ? 'inbox-panel' : undefined}
            value={name}
            label={translate(`kontor.inbox.${name}`)}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="inbox-panel" aria-labelledby={`inbox-tab-${tab}`}>
        <Notices isUnread={tab === 'unread'} />
      </div>
    </Page>
  )
}

function useNotices(isUnread: boolean) {
  return useInfiniteQuery({
    queryKey: ['inbox', 'list', isUnread],
    queryFn: ({ pageParam, signal }) =>
      call(readInbox, {
        query: { limit: 50, ...(isUnread && { unread: true }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
}

function Notices({ isUnread }: { isUnread: boolean }) {
  const translate = useTranslate()
  const query = useNotices(isUnread)
  return (
    <QueryState query={query}>
      {({ pages }) => {
        const notices = pages.flatMap(({ items }) => items)
        return (
          <Card>
            {notices.length === 0 ? (
              <EmptyState title={translate(isUnread ? 'kontor.inbox.empty_unread' : 'kontor.inbox.empty')} />
            ) : (
              <List disablePadding>
                {notices.map((notice) => (
                  <NoticeRow key={notice.id} notice={notice} />
                ))}
              </List>
            )}
            {query.hasNextPage && (
              <Button fullWidth disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
                {translate('kontor.inbox.more')}
              </Button>
            )}
          </Card>
        )
      }}
    </QueryState>
  )
}

/** Opens what it is about, and is read by that. */
function NoticeRow({ notice }: { notice: Notice }) {
  const translate = useTranslate()
  const textOf = useNoticeText()
  const queryClient = useQueryClient()
  const isUnread = notice.read_at === null
  function read() {
    if (!isUnread) return
    // The page opens meanwhile. A notice that could not be marked stays unread.
    void call(readNotice, { params: { notice_id: notice.id } })
      .catch(() => {})
      .then(() => queryClient.invalidateQueries({ queryKey: ['inbox'] }))
  }
  return (
    <ListItem disablePadding divider>
      <ListItemButton component={Link} to={placeOfNotice(notice)} onClick={read}>
        <ListItemIcon sx={{ minWidth: 28 }}>
          {isUnread && (
            <DotIcon
              color="primary"
              sx={{ fontSize: 12 }}
              titleAccess={translate('kontor.inbox.is_unread')}
            />
          )}
        </ListItemIcon>
        <ListItemText
          primary={textOf(notice)}
          secondary={<Ago at={notice.at} />}
          slotProps={{ primary: { sx: { fontWeight: isUnread ? 600 : 400, overflowWrap: 'anywhere' } } }}
        />
      </ListItemButton>
    </ListItem>
  )
}

function ReadAll() {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { data } = useNotices(true)
  const newest = data?.pages[0]?.items[0]
  async function readAll() {
    if (!newest) return
    try {
      await call(readAllNotices, { body: { until: newest.id } })
      await queryClient.invalidateQueries({ queryKey: ['inbox'] })
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  return (
    <Button variant="outlined" disabled={!newest} onClick={readAll}>
      {translate('kontor.inbox.read_all')}
    </Button>
  )
}
