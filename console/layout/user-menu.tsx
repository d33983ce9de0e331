import AccountIcon from '@mui/icons-material/AccountCircleOutlined'
import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import DensityIcon from '@mui/icons-material/DensitySmall'
import ApiIcon from '@mui/icons-material/DescriptionOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import SignOutIcon from '@mui/icons-material/PowerSettingsNew'
import LanguageIcon from '@mui/icons-material/Translate'
import { Divider, ListItemIcon, ListItemText, MenuItem, type Theme, useMediaQuery } from '@mui/material'
import { use } from 'react'
import {
  UserMenu as AdminUserMenu,
  useGetIdentity,
  useLocaleState,
  useLogout,
  useTheme,
  useTranslate,
  useUserMenu,
} from 'react-admin'
import { Link } from 'react-router-dom'
import { locales } from '../i18n/i18n-provider.ts'
import { DiscardContext, hasDrafts } from '../shared/forms/drafts.ts'
import { useDensity } from '../shared/lists/density.ts'

export function UserMenu() {
  const { identity } = useGetIdentity()
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'))
  // The accessible name is the visible text: the name of the administrator, or a label if only the icon is shown.
  return (
    <AdminUserMenu label={isWide ? (identity?.fullName ?? '…') : 'kontor.menu.user'}>
      <AccountItem />
      <LanguageItems />
      <ThemeItem />
      <DensityItem />
      <DocumentationItem />
      <Divider />
      <SignOutItem />
    </AdminUserMenu>
  )
}

/** Signing out discards unsaved input, so it asks as well. */
function SignOutItem() {
  const menu = useUserMenu()
  const translate = useTranslate()
  const logout = useLogout()
  const ask = use(DiscardContext)
  function leave() {
    menu?.onClose()
    if (hasDrafts()) ask(() => void logout())
    else void logout()
  }
  return (
    <MenuItem onClick={leave}>
      <ListItemIcon>
        <SignOutIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('ra.auth.logout')}</ListItemText>
    </MenuItem>
  )
}

function AccountItem() {
  const menu = useUserMenu()
  const translate = useTranslate()
  return (
    <MenuItem component={Link} to="/account" onClick={menu?.onClose}>
      <ListItemIcon>
        <AccountIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('kontor.menu.account')}</ListItemText>
    </MenuItem>
  )
}

/** Each language is named in that language. */
function LanguageItems() {
  const menu = useUserMenu()
  const [locale, setLocale] = useLocaleState()
  return locales
    .filter((other) => other.locale !== locale)
    .map((other) => (
      <MenuItem
        key={other.locale}
        lang={other.locale}
        onClick={() => {
          setLocale(other.locale)
          menu?.onClose()
        }}
      >
        <ListItemIcon>
          <LanguageIcon fontSize="small" />
        </ListItemIcon>
        <ListItemText>{other.name}</ListItemText>
      </MenuItem>
    ))
}

function ThemeItem() {
  const menu = useUserMenu()
  const translate = useTranslate()
  const [theme, setTheme] = useTheme()
  const dark = theme === 'dark'
  return (
    <MenuItem
      onClick={() => {
        setTheme(dark ? 'light' : 'dark')
        menu?.onClose()
      }}
    >
      <ListItemIcon>{dark ? <LightIcon fontSize="small" /> : <DarkIcon fontSize="small" />}</ListItemIcon>
      <ListItemText>{translate(dark ? 'kontor.theme.light' : 'kontor.theme.dark')}</ListItemText>
    </MenuItem>
  )
}

function DensityItem() {
  const menu = useUserMenu()
  const translate = useTranslate()
  const [density, setDensity] = useDensity()
  const other = density === 'compact' ? 'comfortable' : 'compact'
  return (
    <MenuItem
      onClick={() => {
        setDensity(other)
        menu?.onClose()
      }}
    >
      <ListItemIcon>
        <DensityIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate(`kontor.density.${other}`)}</ListItemText>
    </MenuItem>
  )
}

function DocumentationItem() {
  const translate = useTranslate()
  return (
    <MenuItem component="a" href="/docs" target="_blank" rel="noreferrer">
      <ListItemIcon>
        <ApiIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>{translate('kontor.menu.documentation')}</ListItemText>
    </MenuItem>
  )
}
