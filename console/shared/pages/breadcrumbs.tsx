import { Box } from '@mui/material'
import { Fragment, use } from 'react'
import { useTranslate } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import { FeaturesContext } from './features-context.ts'

export interface Crumb {
  to: string
  text: string
}

/** The way from the menu to a page. The page itself is its title, below. */
export function Breadcrumbs({ title, parents }: { title: string; parents: readonly Crumb[] }) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const entry = use(FeaturesContext)
    .flatMap(({ menu = [] }) => menu)
    .find(({ to }) => pathname.startsWith(`${to}/`))
  const first = entry && { to: entry.to, text: translate(`kontor.menu.${entry.name}`) }
  const crumbs = [...(first && first.text !== title ? [first] : []), ...parents]
  if (crumbs.length === 0) return null
  return (
    <Box
      component="nav"
      aria-label={translate('kontor.breadcrumbs')}
      sx={{ mb: 0.5, typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {crumbs.map(({ to, text }, index) => (
        <Fragment key={to}>
          {index > 0 && ' / '}
          <Link to={to}>{text}</Link>
        </Fragment>
      ))}
    </Box>
  )
}
