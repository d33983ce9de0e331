import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/processes/free-port.ts'
import { until } from '../support/processes/until.ts'
import { readMailbox } from './imap-client.ts'

const postfixPrograms = '/usr/lib/postfix/sbin'
const dovecotPrograms = '/usr/lib/dovecot'
const programs = [
  join(postfixPrograms, 'master'),
  '/usr/sbin/postfix',
  '/usr/sbin/dovecot',
  join(dovecotPrograms, 'imap'),
  join(dovecotPrograms, 'modules/lib90_sieve_plugin.so'),
  '/usr/bin/openssl',
]

/** Postfix starts as root only, and delivers as somebody else. */
export const hasMailServers = process.getuid?.() === 0 && programs.every((program) => existsSync(program))

export type MailServers = Awaited<ReturnType<typeof startMailServers>>

/**
 * Postfix, which accepts mail over STARTTLS with a password, and Dovecot, which delivers it and shows it over IMAP. Both
 * have their configuration, queue and mailboxes in a directory of their own and ports above 12000; what is installed on
 * the machine is left alone. A message whose Message-ID was seen before goes to the mailbox Duplicates.
 */
export async function startMailServers({ refused }: { refused: string }) {
  const home = mkdtempSync(join(tmpdir(), 'mail-servers-'))
  const [smtpPort, imapPort] = [await freePort(), await freePort()]
  const password = randomBytes(12).toString('base64')
  const at = (name: string) => join(home, name)
  const children: ChildProcess[] = []

  // Both servers drop their privileges, and then still have to get here.
  chmodSync(home, 0o755)
  for (const name of ['postfix', 'queue', 'data', 'run', 'state', 'mailboxes'])
    mkdirSync(at(name), { mode: 0o755 })
  chownSync(at('data'), idOf('-u', 'postfix'), 0)
  chownSync(at('mailboxes'), idOf('-u', 'nobody'), idOf('-g', 'nobody'))
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '2'],
      ...['-subj', '/CN=mail.example.com', '-addext', 'subjectAltName=IP:127.0.0.1'],
      ...['-keyout', at('key.pem'), '-out', at('cert.pem')],
    ],
    { stdio: 'pipe' },
  )
  writeFileSync(at('postfix/main.cf'), mainCf({ home, refused }))
  writeFileSync(at('postfix/master.cf'), masterCf({ home, smtpPort }))
  writeFileSync(at('dovecot.conf'), dovecotConf({ home, imapPort, password }))
  writeFileSync(at('dovecot.log'), '')
  chmodSync(at('dovecot.log'), 0o666)
  writeFileSync(at('duplicates.sieve'), sieve)
  execFileSync('sievec', ['-c', at('dovecot.conf'), at('duplicates.sieve')], { stdio: 'pipe' })
  // Makes the directories of the queue.
  execFileSync('/usr/sbin/postfix', ['-c', at('postfix'), 'check'], { stdio: 'pipe' })

  async function run(program: string, args: string[], port: number): Promise<ChildProcess> {
    const child = spawn(program, args, { stdio: 'ignore' })
    children.push(child)
    await until(`${program} listens`, () => isListening(port), { every: 50, seconds: 30 })
    return child
  }
  const startPostfix = () => run(join(postfixPrograms, 'master'), ['-d', '-c', at('postfix')], smtpPort)

  await run('/usr/sbin/dovecot', ['-F', '-c', at('dovecot.conf')], imapPort)
  let postfix = await startPostfix()

  return {
    url: `smtp://kontor:${encodeURIComponent(password)}@127.0.0.1:${smtpPort}`,
    /** For NODE_EXTRA_CA_CERTS. */
    certificate: at('cert.pem'),
    /** The messages in a mailbox of a person, as they were delivered. */
    read: (address: string, mailbox: 'INBOX' | 'Duplicates' = 'INBOX') =>
      readMailbox({ port: imapPort, user: address, password, mailbox }),
    stopPostfix: () => end(postfix),
    async startPostfix() {
      postfix = await startPostfix()
    },
    async stop() {
      for (const child of children) await end(child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function mainCf({ home, refused }: { home: string; refused: string }): string {
  return `
compatibility_level = 3.6
queue_directory = ${home}/queue
data_directory = ${home}/data
daemon_directory = ${postfixPrograms}
command_directory = /usr/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = ${home}
maillog_file = ${home}/postfix.log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.com
mydestination =
mynetworks =
alias_maps =
virtual_mailbox_domains = example.com
virtual_mailbox_maps = static:mailbox
virtual_transport = dovecot
dovecot_destination_recipient_limit = 1
smtpd_tls_cert_file = ${home}/cert.pem
smtpd_tls_key_file = ${home}/key.pem
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${home}/run/postfix-auth
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access inline:{${refused}=REJECT}
`
}

function masterCf({ home, smtpPort }: { home: string; smtpPort: number }): string {
  return `
127.0.0.1:${smtpPort} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
dovecot unix - n n - - pipe
  flags=DRhu user=nobody:nogroup
  argv=${dovecotPrograms}/dovecot-lda -c ${home}/dovecot.conf -f \${sender} -d \${recipient}
`
}

function dovecotConf({
  home,
  imapPort,
  password,
}: {
  home: string
  imapPort: number
  password: string
}): string {
  return `
base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:~/Maildir
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${home}/mailboxes/%u allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service auth {
  unix_listener postfix-auth {
    mode = 0666
  }
  unix_listener auth-userdb {
    mode = 0666
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
protocol lda {
  postmaster_address = postmaster@example.com
  mail_plugins = sieve
}
plugin {
  sieve = ${home}/duplicates.sieve
}
`
}

const sieve = `
require ["duplicate", "fileinto", "mailbox"];
if duplicate { fileinto :create "Duplicates"; }
`

function idOf(flag: '-u' | '-g', user: string): number {
  return Number(execFileSync('id', [flag, user]))
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
