import RemoveIcon from '@mui/icons-material/Close'
import FilterIcon from '@mui/icons-material/FilterList'
import { Box, Button, ButtonBase, MenuItem, MenuList, Popover } from '@mui/material'
import { Suspense, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { lazyPage } from '../shared/pages/lazy-page.ts'
import type { Filter } from './declared-filters.tsx'
import type { FilterChange } from './filter-editor.tsx'
import { useFilterText } from './filter-text.ts'
import type { Filters } from './list-place.ts'

const FilterEditor = lazyPage(() => import('./filter-editor.tsx'))

/** What is set, each as a chip that edits or removes it, and the menu that sets more. */
export function FilterChips({
  filters,
  values,
  onChange,
}: {
  filters: readonly Filter[]
  values: Filters
  onChange: (change: FilterChange) => void
}) {
  const translate = useTranslate()
  const textOf = useFilterText(filters, values)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [edited, setEdited] = useState<Filter | null>(null)
  const id = useId()
  if (filters.length === 0) return null
  const set = filters.filter((filter) => textOf(filter) !== undefined)
  const remove = (some: readonly Filter[]) =>
    onChange(Object.fromEntries(some.flatMap(namesOf).map((name) => [name, undefined])))
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        startIcon={<FilterIcon />}
        aria-haspopup="menu"
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => {
          FilterEditor.loadAhead()
          setEdited(null)
          setAnchor(event.currentTarget)
        }}
      >
        {translate('kontor.list_filters.filter')}
        {/* A phone has no room for the chips. */}
        {set.length > 0 && (
          <Box component="span" sx={{ display: { sm: 'none' }, fontSize: '0.8125rem', ml: 0.5 }}>
            {set.length}
          </Box>
        )}
      </Button>
      <Box
        component="ul"
        aria-label={translate('kontor.list_filters.set')}
        sx={{
          display: { xs: 'none', sm: 'flex' },
          flex: '0 1 auto',
          gap: 0.75,
          m: 0,
          p: 0,
          listStyle: 'none',
          minWidth: 0,
          overflowX: 'auto',
          scrollbarWidth: 'none',
        }}
      >
        {set.map((filter) => (
          <Box component="li" key={filter.name} sx={chipLook}>
            <ButtonBase
              onClick={(event) => {
                setEdited(filter)
                setAnchor(event.currentTarget)
              }}
              aria-haspopup="dialog"
            >
              {filter.label}: {textOf(filter)}
            </ButtonBase>
            <ButtonBase
              aria-label={translate('kontor.list_filters.remove', { name: filter.label })}
              onClick={() => remove([filter])}
            >
              <RemoveIcon sx={{ fontSize: 16 }} />
            </ButtonBase>
          </Box>
        ))}
      </Box>
      <Popover
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { variant: 'elevation', sx: { minWidth: 220 } } }}
      >
        {edited ? (
          <Suspense fallback={null}>
            <FilterEditor
              key={edited.name}
              filter={edited}
              values={values}
              onChange={onChange}
              onDone={close}
            />
          </Suspense>
        ) : (
          <MenuList autoFocusItem aria-label={translate('kontor.list_filters.filter')}>
            {filters.map((filter) => (
              <MenuItem key={filter.name} onClick={() => setEdited(filter)}>
                {[filter.label, textOf(filter)].filter(Boolean).join(': ')}
              </MenuItem>
            ))}
            {set.length > 0 && (
              <MenuItem
                divider={false}
                onClick={() => {
                  remove(set)
                  close()
                }}
              >
                {translate('kontor.action.clear_filters')}
              </MenuItem>
            )}
          </MenuList>
        )}
      </Popover>
    </>
  )
}

/** The filters of the list that one filter of the page stands for. */
function namesOf({ name, kind }: Filter): string[] {
  return kind === 'days' ? ['from', 'to'] : [name]
}

const chipLook = {
  display: 'inline-flex',
  flexShrink: 0,
  height: 28,
  borderRadius: 1,
  bgcolor: 'action.selected',
  fontSize: '0.8125rem',
  overflow: 'hidden',
  '& .MuiButtonBase-root': { fontSize: 'inherit', fontFamily: 'inherit', height: 28, px: 1 },
  '& .MuiButtonBase-root:first-of-type': {
    display: 'inline-block',
    maxWidth: 260,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .MuiButtonBase-root + .MuiButtonBase-root': { px: 0.75 },
  '& .MuiButtonBase-root:hover': { bgcolor: 'action.hover' },
  '& .Mui-focusVisible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
} as const
