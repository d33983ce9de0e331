import MoreIcon from '@mui/icons-material/MoreVert'
import { IconButton, Menu, MenuItem } from '@mui/material'
import { useId, useState } from 'react'

export interface Action {
  label: string
  onClick: () => void
  danger?: boolean
}

/** The actions of a row, in a menu. */
export function ActionMenu({ label, actions }: { label: string; actions: Action[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  if (actions.length === 0) return null
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            sx={{ color: action.danger ? 'error.main' : undefined }}
            onClick={() => {
              setAnchor(null)
              action.onClick()
            }}
          >
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
