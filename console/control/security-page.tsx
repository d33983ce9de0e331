import { Alert, Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { Link } from 'react-router-dom'
import type { AdministratorResponse } from '../../contract/administrators.ts'
import { listAdministrators, listApiKeys } from '../../contract/operations/administrators.ts'
import { call } from '../api/client.ts'
import { readAll } from '../api/read-all.ts'
import { Page } from '../shared/page.tsx'
import { QueryState } from '../shared/query-state.tsx'
import { Section } from '../shared/section.tsx'
import { useFormatTime } from '../shared/time.tsx'
import { FoundingSection } from './founding-section.tsx'
import { usePolicy } from './policy-query.ts'
import { awayPeople, doneAlone, keysToReplace, newPeople, withoutSecondFactor } from './security-facts.ts'
import { useRuleSentence } from './use-rule-sentence.ts'

/** What an owner should look at. */
export default function SecurityPage() {
  const translate = useTranslate()
  return (
    <Page title={translate('kontor.security.title')}>
      <Acts />
      <FoundingSection />
      <People />
      <Keys />
    </Page>
  )
}

function Acts() {
  const translate = useTranslate()
  const sentence = useRuleSentence()
  return (
    <Section
      title={translate('kontor.security.alone')}
      actions={<Link to="/policy">{translate('kontor.security.to_policy')}</Link>}
    >
      <QueryState query={usePolicy()}>
        {({ rules, floor }) => (
          <Findings
            items={doneAlone([...rules, ...floor]).map(({ act, unless }) => ({
              key: act,
              text: translate(`kontor.act_name.${act}`),
              more: unless.map((rule) => translate('kontor.security.unless', { rule: sentence(rule) })),
            }))}
            help={translate('kontor.security.alone_help')}
            good={translate('kontor.security.alone_none')}
          />
        )}
      </QueryState>
    </Section>
  )
}

function People() {
  const translate = useTranslate()
  const formatTime = useFormatTime()
  const query = useQuery({
    queryKey: ['administrators', 'everybody'],
    queryFn: ({ signal }) => readAll((query) => call(listAdministrators, { query, signal })),
  })
  const nameOf = ({ id, name, email, role }: AdministratorResponse) => ({
    key: id,
    text: `${name} (${email}), ${translate(`kontor.roles.${role}`)}`,
  })
  const seen = (person: AdministratorResponse) => ({
    ...nameOf(person),
    more: [
      person.last_login_at
        ? translate('kontor.security.last_login', { time: formatTime(person.last_login_at) })
        : translate('kontor.security.never'),
    ],
  })
  const link = <Link to="/administrators">{translate('kontor.menu.administrators')}</Link>
  return (
    <QueryState query={query}>
      {(people) => (
        <>
          <Section title={translate('kontor.security.no_second_factor')} actions={link}>
            <Findings
              items={withoutSecondFactor(people).map(nameOf)}
              help={translate('kontor.security.no_second_factor_help')}
              good={translate('kontor.security.no_second_factor_none')}
            />
          </Section>
          <Section title={translate('kontor.security.away')} actions={link}>
            <Findings
              items={awayPeople(people, Date.now()).map(seen)}
              help={translate('kontor.security.away_help')}
              good={translate('kontor.security.away_none')}
            />
          </Section>
          {newPeople(people, Date.now()).length > 0 && (
            <Section title={translate('kontor.security.new')} actions={link}>
              <Findings
                items={newPeople(people, Date.now()).map(nameOf)}
                help={translate('kontor.security.new_help')}
                good=""
                isInfo
              />
            </Section>
          )}
        </>
      )}
    </QueryState>
  )
}

function Keys() {
  const translate = useTranslate()
  const query = useQuery({
    queryKey: ['api-keys', 'every-key'],
    queryFn: ({ signal }) => readAll((query) => call(listApiKeys, { query, signal })),
  })
  return (
    <Section
      title={translate('kontor.security.keys')}
      actions={<Link to="/api-keys">{translate('kontor.menu.api_keys')}</Link>}
    >
      <QueryState query={query}>
        {(keys) => (
          <Findings
            items={keysToReplace(keys, Date.now()).map(({ key, faults }) => ({
              key: key.id,
              text: `${key.name} (${key.hint}…)`,
              more: faults.map((fault) => translate(`kontor.security.key_${fault}`)),
            }))}
            help={translate('kontor.security.keys_help')}
            good={translate('kontor.security.keys_none')}
          />
        )}
      </QueryState>
    </Section>
  )
}

interface Finding {
  key: string
  text: string
  more?: string[]
}

/** What was found, and what to do about it; or that there is nothing. */
function Findings({
  items,
  help,
  good,
  isInfo = false,
}: {
  items: Finding[]
  help: string
  good: string
  isInfo?: boolean
}): ReactNode {
  if (items.length === 0) return <Alert severity="success">{good}</Alert>
  return (
    <>
      <Alert severity={isInfo ? 'info' : 'warning'} sx={{ mb: 1 }}>
        {help}
      </Alert>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {items.map(({ key, text, more = [] }) => (
          <Box component="li" key={key} sx={{ overflowWrap: 'anywhere' }}>
            {text}
            {more.map((line) => (
              <Box key={line} sx={{ color: 'text.secondary', typography: 'body2' }}>
                {line}
              </Box>
            ))}
          </Box>
        ))}
      </Box>
    </>
  )
}
