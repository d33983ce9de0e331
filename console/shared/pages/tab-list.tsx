import { Tab, Tabs } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'

/** Tabs of a page whose choice is part of its URL. */
export function TabList<Name extends string>({
  id,
  label,
  names,
  chosen,
  texts,
  onChoose,
}: {
  /** Of the tabs and their panel. */
  id: string
  label: string
  names: readonly Name[]
  chosen: Name
  /** `<texts>_<name>` is the text of a tab. */
  texts: string
  onChoose: (name: Name) => void
}) {
  const translate = useTranslate()
  return (
    <Tabs
      value={chosen}
      onChange={(_event, name: Name) => onChoose(name)}
      aria-label={label}
      variant="scrollable"
      scrollButtons={false}
      sx={{ flex: '1 1 auto' }}
    >
      {names.map((name) => (
        <Tab
          key={name}
          id={`${id}-tab-${name}`}
          // Only the chosen one has a panel.
          aria-controls={name === chosen ? `${id}-panel` : undefined}
          value={name}
          label={translate(`${texts}_${name}`)}
        />
      ))}
    </Tabs>
  )
}

export function TabPanel({ id, chosen, children }: { id: string; chosen: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
      {children}
    </div>
  )
}
