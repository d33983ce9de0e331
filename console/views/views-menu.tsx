import ViewsIcon from '@mui/icons-material/BookmarkBorderOutlined'
import SharedIcon from '@mui/icons-material/PeopleOutlineOutlined'
import { Button, Divider, ListItemIcon, ListItemText, ListSubheader, Menu, MenuItem } from '@mui/material'
import { Suspense, useId, useState } from 'react'
import { useGetIdentity, useNotify, useTranslate } from 'react-admin'
import { useHref } from 'react-router-dom'
import type { ListName } from '../../contract/lists/all.ts'
import type { ViewResponse } from '../../contract/lists/views.ts'
import { deleteView, updateView } from '../../contract/operations/work/views.ts'
import { call } from '../api/client.ts'
import { usePermission } from '../shared/access/use-permission.ts'
import { useAct } from '../shared/answers/use-act.ts'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import type { ListState } from './list-place.ts'
import { bodyOfView, isSame, useViews } from './view-queries.ts'

const SaveViewDialog = lazyPage(() => import('./save-view-dialog.tsx'))

/** The saved views of a list: opens one, saves what is shown, shares it and copies its link. */
export function ViewsMenu({
  list,
  state,
  onOpen,
}: {
  list: ListName
  state: ListState
  onOpen: (state: ListState) => void
}) {
  const translate = useTranslate()
  const views = useViews(list).toSorted((a, b) => a.name.localeCompare(b.name))
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null)
  const [openedId, setOpenedId] = useState<string | null>(null)
  const id = useId()
  const { identity } = useGetIdentity()
  const shown = views.find((view) => isSame(view, state))
  // A view that was opened and then changed by hand is still the one to save.
  const current = shown ?? views.find((view) => view.id === openedId)
  const close = () => setAnchor(null)
  const isMine = (view: ViewResponse) => view.owner.id === identity?.id
  const groups = [
    { name: 'mine', views: views.filter(isMine) },
    { name: 'others', views: views.filter((view) => !isMine(view)) },
  ].filter((group) => group.views.length > 0)

  function open(view: ViewResponse) {
    close()
    setOpenedId(view.id)
    onOpen({ filters: view.filters, sort: view.sort, columns: view.columns })
  }

  return (
    <>
      <Button
        startIcon={<ViewsIcon />}
        aria-haspopup="menu"
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {current
          ? translate(shown ? 'kontor.views.shown' : 'kontor.views.changed', { name: current.name })
          : translate('kontor.views.title')}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={close}>
        {groups.flatMap((group) => [
          <ListSubheader key={group.name} role="presentation">
            {translate(`kontor.views.${group.name}`)}
          </ListSubheader>,
          ...group.views.map((view) => (
            <MenuItem key={view.id} selected={view.id === shown?.id} onClick={() => open(view)}>
              <ListItemText
                primary={view.name}
                secondary={group.name === 'others' ? view.owner.name : undefined}
              />
              {view.shared && group.name === 'mine' && (
                <ListItemIcon sx={{ justifyContent: 'flex-end' }}>
                  <SharedIcon fontSize="small" titleAccess={translate('kontor.views.is_shared')} />
                </ListItemIcon>
              )}
            </MenuItem>
          )),
        ])}
        {groups.length > 0 && <Divider />}
        {!shown && (
          <MenuItem
            onClick={() => {
              close()
              setDialog('save')
            }}
          >
            {translate('kontor.views.save')}
          </MenuItem>
        )}
        {current && (
          <CurrentView
            view={current}
            state={state}
            isShown={current === shown}
            isMine={isMine(current)}
            onDone={close}
            onRename={() => setDialog('rename')}
          />
        )}
      </Menu>
      <Suspense fallback={null}>
        {dialog === 'save' && <SaveViewDialog list={list} state={state} onClose={() => setDialog(null)} />}
        {dialog === 'rename' && current && (
          <SaveViewDialog list={list} state={state} view={current} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </>
  )
}

/** What can be done with the view that is open. */
function CurrentView({
  view,
  state,
  isShown,
  isMine,
  onDone,
  onRename,
}: {
  view: ViewResponse
  state: ListState
  isShown: boolean
  isMine: boolean
  onDone: () => void
  onRename: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const act = useAct('views')
  const href = useHref(`/views/${view.id}`)
  const managesOthers = usePermission('administrators:manage')
  const params = { view_id: view.id }

  async function copyLink() {
    onDone()
    try {
      await navigator.clipboard.writeText(new URL(href, window.location.href).href)
      notify(view.shared ? 'kontor.views.link_copied' : 'kontor.views.private_link_copied', {
        type: 'success',
      })
    } catch {
      notify('kontor.views.not_copied', { type: 'error' })
    }
  }
  function change(body: Partial<ReturnType<typeof bodyOfView>> & { shared?: boolean }, done: string) {
    onDone()
    void act(() => call(updateView, { params, body: { ...body, version: view.version } }), done)
  }
  const items: [name: string, run: () => void][] = [
    ...(isMine && !isShown
      ? [['save_changes', () => change(bodyOfView(state), 'kontor.views.saved')] as const]
      : []),
    ['copy_link', () => void copyLink()],
    ...(isMine
      ? [
          [
            view.shared ? 'unshare' : 'share',
            () =>
              change(
                { shared: !view.shared },
                view.shared ? 'kontor.views.unshared' : 'kontor.views.now_shared',
              ),
          ] as const,
          [
            'rename',
            () => {
              onDone()
              onRename()
            },
          ] as const,
        ]
      : []),
    ...(isMine || (managesOthers && view.shared)
      ? [
          [
            'delete',
            () => {
              onDone()
              void act(() => call(deleteView, { params }), 'kontor.views.deleted')
            },
          ] as const,
        ]
      : []),
  ].map(([name, run]) => [name, run] as [string, () => void])
  return items.map(([name, run]) => (
    <MenuItem key={name} onClick={run} sx={{ color: name === 'delete' ? 'error.main' : undefined }}>
      {translate(`kontor.views.${name}`)}
    </MenuItem>
  ))
}
