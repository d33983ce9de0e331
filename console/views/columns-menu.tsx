import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined'
import { Box, Button, Checkbox, FormControlLabel, IconButton, Popover, Tooltip } from '@mui/material'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { chosenColumns } from '../shared/lists/columns.ts'
import type { Ordered } from '../shared/lists/record-table.tsx'

interface Named {
  key: string
  label: string
  isExtra?: boolean
}

/** Which columns a list shows, and in which order. The first one says what the row is, and stays. */
export function ColumnsMenu({
  columns,
  shown,
  order,
  onChange,
}: {
  columns: readonly Named[]
  shown: readonly string[] | null
  /** The header of the list orders it, too, where there is room for its column. */
  order?: Ordered | undefined
  /** Null for the usual ones. */
  onChange: (keys: string[] | null) => void
}) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const [first, ...chosen] = chosenColumns(columns, shown)
  const others = columns.filter((column) => column !== first && !chosen.includes(column))
  const text = (name: string, values = {}) => translate(`kontor.columns.${name}`, values)
  const show = (next: readonly Named[]) =>
    onChange([...(first ? [first] : []), ...next].map(({ key }) => key))
  const moved = (column: Named, by: 1 | -1) => {
    const at = chosen.indexOf(column)
    show(chosen.with(at, chosen[at + by] as Named).with(at + by, column))
  }
  return (
    <>
      <Tooltip title={text('title')}>
        <IconButton
          aria-label={text('title')}
          aria-haspopup="dialog"
          aria-controls={anchor ? id : undefined}
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ColumnsIcon />
        </IconButton>
      </Tooltip>
      <Popover
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { variant: 'elevation', role: 'dialog', 'aria-label': text('title') } }}
      >
        <Box component="ul" sx={{ m: 0, px: 2, py: 1, listStyle: 'none', minWidth: 260 }}>
          {[...chosen, ...others].map((column) => {
            const at = chosen.indexOf(column)
            return (
              <Box component="li" key={column.key} sx={{ display: 'flex', alignItems: 'center' }}>
                <FormControlLabel
                  sx={{ flex: 1 }}
                  control={
                    <Checkbox
                      size="small"
                      checked={at >= 0}
                      onChange={() =>
                        show(at >= 0 ? chosen.filter((one) => one !== column) : [...chosen, column])
                      }
                    />
                  }
                  label={column.label}
                />
                <IconButton
                  size="small"
                  aria-label={text('up', { name: column.label })}
                  disabled={at <= 0}
                  onClick={() => moved(column, -1)}
                >
                  <UpIcon fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={text('down', { name: column.label })}
                  disabled={at < 0 || at === chosen.length - 1}
                  onClick={() => moved(column, 1)}
                >
                  <DownIcon fontSize="small" />
                </IconButton>
              </Box>
            )
          })}
        </Box>
        {order && (
          <Button
            fullWidth
            onClick={() => {
              setAnchor(null)
              order.onOrder(!order.isOldestFirst)
            }}
          >
            {translate(`kontor.list_filters.${order.isOldestFirst ? 'newest' : 'oldest'}`)}
          </Button>
        )}
        <Button fullWidth onClick={() => onChange(null)}>
          {text('usual')}
        </Button>
      </Popover>
    </>
  )
}
